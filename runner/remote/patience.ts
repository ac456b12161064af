/** Stops a call that hears nothing; time in which a person thinks does not count. */
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
