import { FairQueue } from '../../../shared/tool/run/turns.ts';
import type { SandboxProcess } from './sandbox-process.ts';

export interface PoolOptions {
  /** How many sandboxes stand ready or work at most. */
  size: number;
  /** How many of them are started while nobody waits for one; all when left out. */
  standing?: number;
  start(): Promise<SandboxProcess | { error: string }>;
}

export type Turn = { sandbox: SandboxProcess } | { refused: string } | 'cancelled';

type Waiter = (turn: Turn) => void;

/** Nobody has called for so long: then is the time to start a spare sandbox. */
const QUIET_MS = 400;
/** Whoever waits so long for a sandbox that works has more of them started. */
const SOON_OVER_MS = 20;
/** A spare is started after so long, however many calls come. */
const LONGEST_HUNGER_MS = 15_000;

/** Sandboxes that stand ready. Whoever takes one gives it back, or says that it is spent. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #queue = new FairQueue<Waiter>();
  readonly #idle: SandboxProcess[] = [];
  readonly #alive = new Set<SandboxProcess>();
  readonly #starts = new Set<Promise<void>>();
  #isClosed = false;
  #isFilling = false;
  /** A pool is filled up as late after its beginning: whoever waited for that calls now. */
  #lastTaken = performance.now();
  #hungrySince: number | undefined;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Takes in one that was started elsewhere. */
  adopt(sandbox: SandboxProcess): void {
    if (this.#isClosed) return sandbox.kill();
    this.#alive.add(sandbox);
    void sandbox.exited.then(() => this.#forget(sandbox));
    // Below those that have worked, whose engines have compiled what calls need.
    this.#serve(sandbox, (idle) => this.#idle.unshift(idle));
  }

  /** Starts the rest. */
  fill(): void {
    this.#isFilling = true;
    this.#fillUp();
  }

  /** Callers with the same `key` wait behind each other; different keys take turns. */
  async take(key: string, signal: AbortSignal): Promise<Turn> {
    if (this.#isClosed) return CLOSING;
    if (signal.aborted) return 'cancelled';
    const sandbox = this.#idle.pop();
    this.#lastTaken = performance.now();
    this.fill();
    return sandbox === undefined ? this.#wait(key, signal) : { sandbox };
  }

  giveBack(sandbox: SandboxProcess): void {
    if (this.#alive.has(sandbox)) this.#serve(sandbox);
  }

  /** Ends it; another takes its place. */
  replace(sandbox: SandboxProcess): void {
    sandbox.kill();
    this.#forget(sandbox);
  }

  /** Process ids of all that live. */
  pids(): number[] {
    return [...this.#alive].map((sandbox) => sandbox.pid);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#later);
    this.#refuse(CLOSING);
    const last = [...this.#alive];
    for (const sandbox of last) sandbox.kill();
    await Promise.all([...this.#starts, ...last.map((sandbox) => sandbox.exited)]);
  }

  #wait(key: string, signal: AbortSignal): Promise<Turn> {
    return new Promise((settle) => {
      const waiter = (turn: Turn): void => {
        signal.removeEventListener('abort', leave);
        settle(turn);
      };
      const leave = (): void => {
        this.#queue.remove(waiter);
        settle('cancelled');
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.add(key, waiter);
      if (this.#alive.size === 0) this.#fillUp();
      // Most calls that are in the way are over by then, and a start takes a core for half a second.
      else setTimeout(() => this.#fillUp(), SOON_OVER_MS);
    });
  }

  #serve(
    sandbox: SandboxProcess,
    lay = (idle: SandboxProcess): unknown => this.#idle.push(idle),
  ): void {
    const waiter = this.#queue.take();
    if (waiter === undefined) lay(sandbox);
    else waiter({ sandbox });
  }

  #refuse(turn: Turn): void {
    for (let one = this.#queue.take(); one !== undefined; one = this.#queue.take()) one(turn);
  }

  #fillUp(): void {
    const isAwaited = this.#queue.size > 0;
    const { size: most, standing = most } = this.#options;
    const size = isAwaited ? most : Math.min(standing, most);
    if (!this.#isFilling || this.#isClosed || this.#count() >= size) return;
    if (!isAwaited && this.#alive.size > 0 && this.#waitForQuiet()) return;
    this.#hungrySince = undefined;
    // One after the other, so that the first is ready soon; two while somebody waits.
    const atOnce = isAwaited ? 2 : 1;
    while (this.#starts.size < atOnce && this.#count() < size) this.#add();
  }

  /** A start takes a core for half a second: while one caller follows another, it comes later. */
  #waitForQuiet(): boolean {
    const now = performance.now();
    this.#hungrySince ??= now;
    const left = Math.min(
      this.#lastTaken + QUIET_MS - now,
      this.#hungrySince + LONGEST_HUNGER_MS - now,
    );
    if (left <= 0) return false;
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#fillUp(), left);
    return true;
  }

  #count(): number {
    return this.#alive.size + this.#starts.size;
  }

  #add(): void {
    const starting = this.#startOne().finally(() => this.#starts.delete(starting));
    this.#starts.add(starting);
    void starting.then(() => {
      if (this.#alive.size > 0) this.#fillUp();
    });
  }

  async #startOne(): Promise<void> {
    const sandbox = await this.#options.start();
    if ('error' in sandbox) {
      // What failed is not tried again at once.
      this.#lastTaken = performance.now();
      // Nobody may wait for what never comes; the next caller is the next attempt.
      const refused = `Python could not be started: ${sandbox.error}`;
      if (this.#alive.size === 0) this.#refuse({ refused });
      return;
    }
    this.adopt(sandbox);
    this.#fillUp();
  }

  #forget(sandbox: SandboxProcess): void {
    if (!this.#alive.delete(sandbox)) return;
    const at = this.#idle.indexOf(sandbox);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#fillUp();
  }
}

const CLOSING: Turn = { refused: 'The runner is closing' };
