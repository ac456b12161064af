import type { Ending } from '../../../shared/tool/run/ending.ts';

/** Stops a call that hears nothing for too long; the time in which a person thinks does not count. */
export class Patience {
  readonly #ms: number;
  readonly #over = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held = 0;

  constructor(ms: number) {
    this.#ms = ms;
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  heard(): void {
    clearTimeout(this.#timer);
    if (this.#held === 0) this.#timer = setTimeout(() => this.#over.abort(), this.#ms);
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#held += 1;
    clearTimeout(this.#timer);
    try {
      return await work();
    } finally {
      this.#held -= 1;
      this.heard();
    }
  }

  end(): void {
    this.#held = 1;
    clearTimeout(this.#timer);
  }
}

/** Returns the result of `work`; undefined if `over` aborts first, while the work continues. */
export function unless<T>(over: AbortSignal | undefined, work: Promise<T>): Promise<T | undefined> {
  if (!over) return work;
  const left = new Promise<undefined>((settle) => {
    if (over.aborted) settle(undefined);
    over.addEventListener('abort', () => settle(undefined), { once: true });
  });
  return Promise.race([left, work]);
}

/** The Ending of a call that heard nothing for this many milliseconds. */
export const timedOut = (afterMs: number): Ending => ({
  ...{ kind: 'timed-out', afterMs, stdout: '', stderr: '', output: '' },
  ...{ truncated: false, durationMs: 0 },
});
