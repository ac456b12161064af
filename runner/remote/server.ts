import { serverFault } from '../../shared/protocol/mcp/faults.ts';
import type { ServerFault, ServerState } from '../../shared/protocol/mcp/state.ts';
import type { ToolJudged } from '../../shared/protocol/mcp/tools.ts';
import type { ServerSettings } from '../../shared/protocol/mcp/servers.ts';
import { Asks } from './asks.ts';
import { callTool, notBegun, redeclared, type RemoteCall } from './calls/call-tool.ts';
import type { KnownTools } from './known-tools.ts';
import { againAfter } from './again-after.ts';
import { Listing } from './listed/listing.ts';
import { lend, openServer, type Open } from './open-server.ts';
import { Patience, unless } from './calls/patience.ts';
import type { ServerGiven } from './server-given.ts';
import { WireLog } from './wire-log.ts';

/** How long an unused server keeps running, in milliseconds. */
const IDLE_MS = 300_000;

/** One server of another program: it starts when needed, ends when idle, and is isolated from all others. */
export class RemoteServer {
  readonly name: string;
  readonly known: KnownTools;
  readonly log = new WireLog();
  /** The number of starts since the runner started, and the time of the last one. */
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
  readonly #listing: Listing;

  constructor(given: ServerGiven) {
    this.#given = given;
    this.name = given.name;
    this.known = given.known;
    this.#settings = given.settings;
    this.#state = { is: given.settings.enabled ? 'idle' : 'off' };
    this.#asks = new Asks(given.name, given.models, () => this.#settings.samplingModel);
    const { known, namesBeside, changed } = given;
    this.#listing = new Listing({ known, log: this.log, namesBeside, changed });
  }

  get settings(): ServerSettings {
    return this.#settings;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Applies other settings, which ends a running server. */
  async change(settings: ServerSettings): Promise<void> {
    this.#settings = settings;
    this.known.follow(settings.way);
    this.#failures = 0;
    this.#isLegacy = false;
    const { starts } = this;
    await this.end();
    // A server that was started meanwhile has the new settings already.
    if (this.starts === starts) this.#become({ is: settings.enabled ? 'idle' : 'off' });
  }

  /** Starts the server again at once, whatever happened before. */
  async restart(): Promise<void> {
    await this.end();
    this.#failures = 0;
    if (!this.#settings.enabled) return;
    this.#become({ is: 'idle' });
    await this.use(() => Promise.resolve());
  }

  /**
   * Lends the connection for one use, which does not start if `over` aborts first, and is repeated if the server
   * dropped the session.
   */
  async use<T>(
    work: (open: Open) => Promise<T>,
    over?: AbortSignal,
  ): Promise<{ value: T } | { fault: ServerFault }> {
    this.#users += 1;
    clearTimeout(this.#idle);
    try {
      const opened = async () => (await unless(over, this.#opened())) ?? { fault: ended };
      return await lend(opened, work, (open, why) => this.#forget(open, why));
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#rest();
    }
  }

  /** Never rejects: a server that is off or dies is an Ending. */
  async call(asked: RemoteCall) {
    const { doing, timeoutMs } = asked;
    const patience = new Patience(timeoutMs);
    const over = AbortSignal.any([doing.signal, patience.signal]);
    const done = await this.use(async (open) => {
      // A server that started just now may declare the tool differently from what the person approved.
      const { name, hash, callName } = asked.tool;
      const isAsAsked = await this.judge({ tool: name, hash }).catch((error: unknown) => {
        // The person approved this call, whether or not that could be stored.
        this.broke(error, 'tools-not-kept');
        return this.known.isDeclared(name, hash);
      });
      if (isAsAsked !== true) return redeclared(callName);
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
    }, over);
    patience.end();
    if ('value' in done) return done.value;
    return notBegun(asked, this.name, over.aborted ? 'late' : done.fault);
  }

  /**
   * Records the person's decision about a tool as declared; undefined if the tool does not exist, false if its
   * declaration changed.
   */
  async judge(judged: ToolJudged): Promise<boolean | undefined> {
    const { tools } = this.known;
    const done = await this.known.judge(judged);
    if (this.known.tools !== tools) this.#given.changed();
    return done;
  }

  /** Logs a failure of background work. */
  readonly broke = (error: unknown, what = 'broken'): void =>
    this.log.state(what, String(error).slice(0, 500));

  /** Ends a running server; it may start again. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    this.#ending.abort();
    this.#ending = new AbortController();
    const opening = this.#opening;
    const open = this.#open;
    const { starts } = this;
    this.#opening = undefined;
    this.#open = undefined;
    await open?.connection.close();
    const late = await opening;
    if (late && 'connection' in late && late !== open) await late.connection.close();
    if (open && this.starts === starts)
      this.#become({ is: this.#settings.enabled ? 'idle' : 'off' });
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

  #list(open: Open): Promise<void> {
    const isHttp = this.#settings.way.type === 'http';
    return this.#listing.read(open.connection, isHttp, () => this.#open !== open);
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
    this.#idle = setTimeout(() => void this.end().catch(this.broke), IDLE_MS);
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
