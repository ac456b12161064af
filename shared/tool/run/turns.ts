/** Interleaves lists: the first of each list, then the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }).flatMap((_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  );
}

/** A queue with keys. Keys take turns, so a flood of one key delays only itself. */
export class FairQueue<T> {
  // A Map keeps insertion order; a key that had its turn is inserted again at the end.
  readonly #waiting = new Map<string, T[]>();

  get size(): number {
    return [...this.#waiting.values()].reduce((total, waiters) => total + waiters.length, 0);
  }

  /** All waiters, in the order in which they will be taken. */
  get inOrder(): T[] {
    return inTurns([...this.#waiting.values()]);
  }

  add(key: string, waiter: T): void {
    const waiters = this.#waiting.get(key);
    if (waiters === undefined) this.#waiting.set(key, [waiter]);
    else waiters.push(waiter);
  }

  remove(waiter: T): void {
    for (const [key, waiters] of this.#waiting) {
      const rest = waiters.filter((other) => other !== waiter);
      if (rest.length === 0) this.#waiting.delete(key);
      else this.#waiting.set(key, rest);
    }
  }

  /** Takes the first waiter of the next key that may run. */
  take(mayGo: (key: string) => boolean = () => true): T | undefined {
    for (const [key, [first, ...rest]] of this.#waiting) {
      if (!mayGo(key)) continue;
      this.#waiting.delete(key);
      if (rest.length > 0) this.#waiting.set(key, rest);
      return first;
    }
    return undefined;
  }
}

/**
 * Runs a limited amount of work at a time, in all (`width`) and per key (`ofEach`); the rest waits, each key
 * in its own order. Without a number there is no limit. Failed work frees its slot like any other.
 */
export class Turns {
  readonly #width: number;
  readonly #ofEach: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new FairQueue<{ key: string; begin(): void }>();
  #total = 0;

  constructor({ width = Infinity, ofEach = Infinity }: { width?: number; ofEach?: number }) {
    this.#width = width;
    this.#ofEach = ofEach;
  }

  async run<T>(work: () => Promise<T>, key = ''): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.add(key, { key, begin });
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#count(key, -1);
      this.#next();
    }
  }

  /**
   * Like `run`, but work whose signal is aborted while it waits never starts; the result is then undefined at
   * once.
   */
  async runUnless<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
    if (signal.aborted) return undefined;
    return new Promise<T | undefined>((settle, fail) => {
      let hasBegun = false;
      const leave = () => {
        if (!hasBegun) settle(undefined);
      };
      signal.addEventListener('abort', leave, { once: true });
      const begin = async () => {
        hasBegun = true;
        signal.removeEventListener('abort', leave);
        return signal.aborted ? undefined : work();
      };
      this.run(begin).then(settle, fail);
    });
  }

  #next(): void {
    if (this.#total >= this.#width) return;
    const next = this.#waiting.take((key) => (this.#running.get(key) ?? 0) < this.#ofEach);
    if (!next) return;
    this.#count(next.key, 1);
    next.begin();
  }

  #count(key: string, change: 1 | -1): void {
    this.#total += change;
    const count = (this.#running.get(key) ?? 0) + change;
    if (count === 0) this.#running.delete(key);
    else this.#running.set(key, count);
  }
}
