import type { ServerFault } from '../../shared/protocol/mcp/state.ts';
import type { ServerSettings } from '../../shared/protocol/mcp/servers.ts';
import type { Asks } from './asks.ts';
import { connect, SessionOver, type Connection, type Told, type Way } from './connection.ts';
import type { KnownSecrets } from './kept-servers.ts';
import { wayTo, type ServerGround } from './ways.ts';
import type { WireLog } from './wire-log.ts';

/** An initialized server and its connection. */
export interface Open {
  connection: Connection;
  way: Way;
  /** Whether the server is known to end at a request of the newer revision. */
  isLegacy: boolean;
  /** The number of running uses. */
  users: number;
  /** The server dropped its session. */
  isOver?: true;
}

interface Given {
  settings: ServerSettings;
  secrets: KnownSecrets;
  ground: ServerGround;
  version: string;
  log: WireLog;
  asks: Asks;
  isLegacy: boolean;
  told: Told;
  signal: AbortSignal;
}

/** Connects to a server and initializes it. */
export async function openServer(given: Given): Promise<Open | { fault: ServerFault }> {
  const { settings, secrets, ground, log, isLegacy, signal } = given;
  const { way: wanted, samplingModel } = settings;
  const way = await wayTo(wanted, secrets, ground, log);
  if ('fault' in way) return way;
  const roots = wanted.type === 'stdio' ? wanted.grants.folders.map(({ path }) => path) : [];
  const samples = samplingModel !== undefined;
  const connection = await connect({ ...given, way, roots, samples });
  if (!('fault' in connection)) return { connection, way, isLegacy, users: 0 };
  // Some servers end at the first request of the newer revision; those are asked in the older one.
  const { code } = connection.fault;
  const mayBeOlder = wanted.type === 'stdio' && !isLegacy && code === 'exited';
  return mayBeOlder && !signal.aborted ? openServer({ ...given, isLegacy: true }) : connection;
}

type Lent<T> = { value: T } | { fault: ServerFault };

/**
 * Lends the connection for one use, and a new one if the server had dropped the session, since then it did not
 * perform the request. `over` is called with such a connection before the next one is opened.
 */
export async function lend<T>(
  opened: () => Promise<Open | { fault: ServerFault }>,
  work: (open: Open) => Promise<T>,
  over: (open: Open, why: ServerFault) => void,
): Promise<Lent<T>> {
  const once = async (): Promise<Lent<T> & { isOver?: true }> => {
    const open = await opened();
    if ('fault' in open) return open;
    open.users += 1;
    try {
      return { value: await work(open) };
    } catch (error) {
      if (!(error instanceof SessionOver)) throw error;
      open.isOver = true;
      over(open, error.fault);
      return { fault: error.fault, isOver: true };
    } finally {
      open.users -= 1;
      // Others may still wait for earlier work of the server.
      if (open.isOver && open.users === 0) void open.connection.close();
    }
  };
  const done = await once();
  return done.isOver ? once() : done;
}
