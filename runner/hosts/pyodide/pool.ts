import { FairQueue } from '../../../shared/tool/run/turns.ts';
import type { SandboxProcess } from './sandbox-process.ts';

export interface PoolOptions {
  /** The limit of ready and busy sandboxes. */
  size: number;
  /** How many of them start before a call waits for one; all by default. */
  standing?: number;
  start(): Promise<SandboxProcess | { error: string }>;
}

export type Turn = { sandbox: SandboxProcess } | { refused: string } | 'cancelled';

type Waiter = (turn: Turn) => void;

/** The pause after the last call before a spare sandbox starts, in milliseconds. */
const QUIET_MS = 400;
/** How long a call waits for a busy sandbox before another one starts, in milliseconds. */
const SOON_OVER_MS = 20;
/** The longest delay of a spare sandbox, however many calls arrive, in milliseconds. */
const LONGEST_HUNGER_MS = 15_000;

/** The ready sandboxes. Whoever takes one returns it, or reports that it is used up. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #queue = new FairQueue<Waiter>();
  readonly #idle: SandboxProcess[] = [];
  readonly #alive = new Set<SandboxProcess>();
  readonly #starts = new Set<Promise<void>>();
  #isClosed = false;
  #isFilling = false;
  /** At first a pool waits as after a call, because whoever waited for it calls now. */
  #lastTaken = performance.now();
  #hungrySince: number | undefined;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Adds a sandbox that was started elsewhere. */
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

  /** Lends a sandbox. Callers with the same `key` queue; different keys take turns. */
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

  /** Kills a sandbox, which is replaced. */
  replace(sandbox: SandboxProcess): void {
    sandbox.kill();
    this.#forget(sandbox);
  }

  /** Returns the process ids of all sandboxes. */
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
      // Most running calls end before that, and a start uses a core for half a second.
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
    // One at a time, so that the first is ready soon; two if a call waits.
    const atOnce = isAwaited ? 2 : 1;
    while (this.#starts.size < atOnce && this.#count() < size) this.#add();
  }

  /** A start uses a core for half a second, so it is delayed while calls follow each other. */
  #waitForQuiet(): boolean {
    const now = performance.now();
    this.#hungrySince ??= now;
    const until = Math.min(this.#lastTaken + QUIET_MS, this.#hungrySince + LONGEST_HUNGER_MS);
    const left = until - now;
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
      // A failed start is not repeated at once.
      this.#lastTaken = performance.now();
      // Waiting calls fail, and the next one tries again.
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
