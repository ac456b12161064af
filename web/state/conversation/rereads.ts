/** Milliseconds after which a conversation is read again. */
const AGAIN = 1000;

/** When a conversation is read again that goes on where nobody here hears of it: never once it is closed. */
export class Rereads {
  isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #read: () => void;

  constructor(read: () => void) {
    this.#read = read;
  }

  /** Whether it is to be read again after a while. */
  want(isWanted: boolean): void {
    clearTimeout(this.#timer);
    if (isWanted && !this.isClosed) this.#timer = setTimeout(this.#read, AGAIN);
  }

  close(): void {
    this.isClosed = true;
    this.want(false);
  }
}
