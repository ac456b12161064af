/** How long a run waited for the person: that time is not the tool's. Waits that overlap count once. */
export class Waited {
  #open = 0;
  #since = 0;
  #ms = 0;

  async while<T>(work: () => Promise<T>): Promise<T> {
    if (this.#open++ === 0) this.#since = performance.now();
    try {
      return await work();
    } finally {
      if (--this.#open === 0) this.#ms += performance.now() - this.#since;
    }
  }

  /** Milliseconds up to now. */
  get ms(): number {
    return this.#ms + (this.#open > 0 ? performance.now() - this.#since : 0);
  }
}
