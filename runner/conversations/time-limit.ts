/** A time limit that pauses while a call waits for the person. */
export class TimeLimit {
  #left: number;
  #since: number | undefined;
  #waiting = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = new AbortController();

  constructor(ms: number) {
    this.#left = ms;
    this.#go();
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** The remaining time in milliseconds. */
  get left(): number {
    return this.#left - (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  /** Starts or ends a wait; several may overlap. */
  wait = (isWaiting: boolean): void => {
    this.#waiting += isWaiting ? 1 : -1;
    if (this.#waiting === 1 && isWaiting) this.stop();
    if (this.#waiting === 0) this.#go();
  };

  stop(): void {
    clearTimeout(this.#timer);
    if (this.#since !== undefined) this.#left -= performance.now() - this.#since;
    this.#since = undefined;
  }

  #go(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#over.abort(), Math.max(0, this.#left));
  }
}
