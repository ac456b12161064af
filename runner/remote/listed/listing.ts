import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { Connection } from '../connection.ts';
import type { KnownTools } from '../known-tools.ts';
import type { WireLog } from '../wire-log.ts';
import { Declarations } from './declaration.ts';

const MOST_PAGES = 100;
/** The time limit for all pages in milliseconds. */
const LIST_MS = 30_000;

const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Lists a server's tools page by page, up to the limits, because a list may be endless. */
async function listTools(client: Client, isHttp: boolean): Promise<Declarations> {
  const found = new Declarations(isHttp && client.getProtocolEra() === 'modern');
  if (!client.getServerCapabilities()?.tools) return found;
  const seen = new Set<string>();
  const until = performance.now() + LIST_MS;
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const { tools, nextCursor } = await client.request({ method: 'tools/list', params }, Page, {
      timeout: Math.max(1, until - performance.now()),
    });
    for (const tool of tools) found.take(tool);
    if (nextCursor === undefined || seen.has(nextCursor) || found.isFull) break;
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return found;
}

interface Given {
  known: KnownTools;
  log: WireLog;
  /** Returns the names that other tools have. */
  namesBeside(): Promise<ReadonlySet<string>>;
  /** Called when the tools changed. */
  changed(): void;
}

/** Reads one server's lists, one at a time. Failures are in its wire log. */
export class Listing {
  readonly #given: Given;
  #last: Promise<void> = Promise.resolve();

  constructor(given: Given) {
    this.#given = given;
  }

  /**
   * Settles once the tools are known. Never rejects. `isOver` says whether another connection replaced this one.
   */
  read(connection: Connection, isHttp: boolean, isOver: () => boolean): Promise<void> {
    const { log } = this.#given;
    const read = () => this.#read(connection, isHttp, isOver);
    const failed = (error: unknown) => log.state('tools-not-read', String(error).slice(0, 500));
    return (this.#last = this.#last.then(read).catch(failed));
  }

  async #read(
    { client, hello }: Connection,
    isHttp: boolean,
    isOver: () => boolean,
  ): Promise<void> {
    const { known, log, namesBeside, changed } = this.#given;
    const read = await listTools(client, isHttp);
    const beside = await namesBeside();
    if (isOver()) return;
    const unkept = await known.declare(read, hello, beside);
    if (unkept !== undefined) log.state('tools-not-kept', unkept);
    changed();
  }
}
