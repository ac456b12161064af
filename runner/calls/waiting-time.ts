/** The time that a run spent waiting for the person, which the tool is not charged for. Overlapping waits count once. */
export class WaitingTime {
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
