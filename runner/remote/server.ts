import { serverFault } from '../../shared/protocol/mcp/faults.ts';
import type { ServerFault, ServerState } from '../../shared/protocol/mcp/state.ts';
import type { ToolJudged } from '../../shared/protocol/mcp/tools.ts';
import type { ServerSettings, ServerWay } from '../../shared/protocol/mcp-servers.ts';
import type { Models } from '../conversations/models/model.ts';
import { Asks } from './asks.ts';
import { callTool, notThere, redeclared, type RemoteCall } from './call-tool.ts';
import type { KnownSecrets } from './kept-servers.ts';
import type { KnownTools } from './known-tools.ts';
import { againAfter } from './again-after.ts';
import { listTools } from './listed/list-tools.ts';
import { lend, openServer, type Open } from './open-server.ts';
import type { ServerGround } from './ways.ts';
import { WireLog } from './wire-log.ts';

/** Milliseconds after its last use for which a server is kept. */
const IDLE_MS = 300_000;

export interface ServerGiven {
  name: string;
  settings: ServerSettings;
  known: KnownTools;
  /** Those that were given for this very address or command. */
  secrets(way: ServerWay): Promise<KnownSecrets>;
  ground: ServerGround;
  models: Pick<Models, 'open'>;
  version: string;
  /** Names of tools that others have. */
  namesBeside(): Promise<ReadonlySet<string>>;
  /** Its state or its tools are others than before. */
  changed(): void;
}

/** One server of somebody else's: started when it is needed, ended when it is not, and kept from all others. */
export class RemoteServer {
  readonly name: string;
  readonly known: KnownTools;
  readonly log = new WireLog();
  /** How often it was started since the runner was, and when it was last. */
  starts = 0;
  startedAt: number | undefined;
  readonly #given: ServerGiven;
  readonly #asks: Asks;
  #settings: ServerSettings;
  #state: ServerState;
  #opening: Promise<Open | { fault: ServerFault }> | undefined;
  #open: Open | undefined;
  #ending = new AbortController();
  #failures = 0;
  #isLegacy = false;
  #users = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #hearers = new Set<(level: string, text: string) => void>();
  #listing: Promise<void> = Promise.resolve();

  constructor(given: ServerGiven) {
    this.#given = given;
    this.name = given.name;
    this.known = given.known;
    this.#settings = given.settings;
    this.#state = { is: given.settings.enabled ? 'idle' : 'off' };
    this.#asks = new Asks(given.name, given.models, () => this.#settings.samplingModel);
  }

  get settings(): ServerSettings {
    return this.#settings;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Other settings count from the next start, which ends what runs. */
  async change(settings: ServerSettings): Promise<void> {
    this.#settings = settings;
    await this.end();
    this.#failures = 0;
    this.#isLegacy = false;
    this.#become({ is: settings.enabled ? 'idle' : 'off' });
  }

  /** Starts it anew at once, whatever happened before. */
  async restart(): Promise<void> {
    await this.end();
    this.#failures = 0;
    if (!this.#settings.enabled) return;
    this.#become({ is: 'idle' });
    await this.#opened();
  }

  /** Lends the connection for one piece of work, which is done once more where the server has forgotten the session. */
  async use<T>(work: (open: Open) => Promise<T>): Promise<{ value: T } | { fault: ServerFault }> {
    this.#users += 1;
    clearTimeout(this.#idle);
    try {
      const opened = () => this.#opened();
      return await lend(opened, work, (open, why) => this.#forget(open, why));
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#rest();
    }
  }

  /** Never rejects: that the server is off, or dies on the way, is an ending. */
  async call(asked: RemoteCall) {
    const done = await this.use(async (open) => {
      // A server that was started just now may declare the tool otherwise than the person was asked for.
      const { name, hash, callName } = asked.tool;
      if ((await this.judge({ tool: name, hash })) !== true) return redeclared(callName);
      return callTool(asked, {
        ...{ server: this.name, client: open.connection.client, asks: this.#asks },
        fault: () =>
          this.#open === open ? undefined : this.log.hiddenFault(open.way.why() ?? ended),
        hidden: (text) => this.log.hidden(text),
        listen: (hear) => {
          this.#hearers.add(hear);
          return () => void this.#hearers.delete(hear);
        },
      });
    });
    if ('value' in done) return done.value;
    return notThere(this.name, done.fault, asked.tool.callName);
  }

  /** The person's word on a tool as it is declared: undefined where there is none, false where it is another now. */
  async judge(judged: ToolJudged): Promise<boolean | undefined> {
    const { tools } = this.known;
    const done = await this.known.judge(judged);
    if (this.known.tools !== tools) this.#given.changed();
    return done;
  }

  /** Ends what runs; it may be started again. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    this.#ending.abort();
    this.#ending = new AbortController();
    const opening = this.#opening;
    const open = this.#open;
    this.#opening = undefined;
    this.#open = undefined;
    await open?.connection.close();
    const late = await opening;
    if (late && 'connection' in late && late !== open) await late.connection.close();
    if (open) this.#become({ is: this.#settings.enabled ? 'idle' : 'off' });
  }

  #opened(): Promise<Open | { fault: ServerFault }> {
    if (this.#open) return Promise.resolve(this.#open);
    if (!this.#settings.enabled) return Promise.resolve({ fault: switchedOff });
    const state = this.#state;
    if (!this.#opening && state.is === 'failed' && Date.now() < (state.againAt ?? Infinity))
      return Promise.resolve({ fault: state.fault });
    return (this.#opening ??= this.#start(this.#ending.signal));
  }

  async #start(signal: AbortSignal): Promise<Open | { fault: ServerFault }> {
    this.#become({ is: 'starting' });
    this.starts += 1;
    this.startedAt = Date.now();
    const made = await this.#connect(signal).catch((error: unknown) => ({
      fault: serverFault('broken', { why: String(error).slice(0, 500) }),
    }));
    if (signal.aborted) return 'fault' in made ? made : { fault: ended };
    this.#opening = undefined;
    if ('fault' in made) return this.#fail(made.fault);
    this.#open = made;
    this.#become({ is: 'ready', since: Date.now() });
    await this.#list(made);
    return made;
  }

  async #connect(signal: AbortSignal): Promise<Open | { fault: ServerFault }> {
    const { ground, version } = this.#given;
    const open: { now?: Open } = {};
    const settings = this.#settings;
    const secrets = await this.#given.secrets(settings.way);
    const made = await openServer({
      ...{ settings, secrets, ground, version, signal },
      ...{ log: this.log, asks: this.#asks, isLegacy: this.#isLegacy },
      told: {
        toolsChanged: () => open.now && void this.#list(open.now),
        logged: (level, text) => {
          for (const hear of this.#hearers) hear(level, text);
        },
        closed: () => open.now && this.#lost(open.now),
      },
    });
    if ('fault' in made) return made;
    this.#isLegacy = made.isLegacy;
    return (open.now = made);
  }

  /** Reads the tools, one reading after the other. */
  #list({ connection }: Open): Promise<void> {
    this.#listing = this.#listing.then(async () => {
      const { client, hello } = connection;
      const isHttp = this.#settings.way.type === 'http';
      const read = await listTools(client, isHttp).catch((error: unknown) => {
        this.log.state('tools-not-read', String(error).slice(0, 500));
      });
      if (!read) return;
      await this.known.declare(read, hello, await this.#given.namesBeside());
      this.#given.changed();
    });
    return this.#listing;
  }

  #forget(open: Open, { message }: ServerFault): void {
    if (this.#open !== open) return;
    this.#open = undefined;
    this.log.state('session-over', message);
    this.#become({ is: 'idle' });
  }

  #lost(open: Open): void {
    if (this.#open !== open) return;
    this.#open = undefined;
    this.#fail(open.way.why() ?? ended);
  }

  #fail(met: ServerFault): { fault: ServerFault } {
    const fault = this.log.hiddenFault(met);
    this.#failures += 1;
    const againAt = againAfter(fault, this.#failures);
    this.#become({ is: 'failed', fault, ...(againAt === undefined ? {} : { againAt }) });
    return { fault };
  }

  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.end(), IDLE_MS);
    if (this.#open) this.#failures = 0;
  }

  #become(state: ServerState): void {
    if (state.is === this.#state.is && state.is !== 'failed') return;
    this.#state = state;
    const { is } = state;
    if (is === 'failed') this.log.state(state.fault.code, state.fault.message);
    else this.log.state(is, is);
    this.#given.changed();
  }
}

const ended = serverFault('broken:ended');
const switchedOff = serverFault('broken:off');
