/** Milliseconds after which a conversation is read again. */
const AGAIN = 1000;

/** When a conversation is read again, one reading at a time; never once it is closed. */
export class Rereads {
  isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #going: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #read: () => Promise<void>;

  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  /**
   * Whoever asks while it is read waits for the next reading, since this one may not hold what they heard of. It is
   * the same for all of them: the runner tells of each message of a turn.
   */
  now(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    if (!this.#going) return (this.#going = this.#read().finally(() => (this.#going = undefined)));
    const again = (): Promise<void> => {
      this.#next = undefined;
      return this.now();
    };
    return (this.#next ??= this.#going.then(again, again));
  }

  /** Whether it is to be read again after a while. */
  want(isWanted: boolean): void {
    clearTimeout(this.#timer);
    if (isWanted && !this.isClosed) this.#timer = setTimeout(() => void this.now(), AGAIN);
  }

  close(): void {
    this.isClosed = true;
    this.want(false);
  }
}
