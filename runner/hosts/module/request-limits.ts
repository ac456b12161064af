/** The limits of requests, above what any tool needs: how many are open, and their sizes in characters. */
const MOST = 2000;
const MOST_OPEN_MB = 8;
const MOST_ASKED_MB = 4;
/** The limit of what a module has not read; the largest session fits, in any alphabet. */
const MOST_UNREAD_MB = 64;
const MB = 1024 * 1024;

/** Returns why a module ends that has left so many bytes unread. */
export const unreadFault = (bytes: number): string | undefined =>
  bytes <= MOST_UNREAD_MB * MB
    ? undefined
    : `The module left more than ${MOST_UNREAD_MB} MB unread, such as answers to its commands`;

/** What a module's requests take up: all stay in memory until they are answered, or shown. */
export class RequestLimits {
  #open = 0;
  #characters = 0;
  /** The characters of all questions and notices of the running call. */
  #asked = 0;

  /** Counts a request of so many characters, or returns why it is refused. */
  add(type: 'exec' | 'ui', size: number): string | undefined {
    if (this.#open >= MOST)
      return `More than ${MOST} commands and questions are open; wait for some of them first`;
    if (this.#characters + size > MOST_OPEN_MB * MB)
      return `The open commands and questions take more than ${MOST_OPEN_MB} MB together; wait for some of them first`;
    if (type === 'ui' && this.#asked + size > MOST_ASKED_MB * MB)
      return `The questions and notices of this call take more than ${MOST_ASKED_MB} MB together; ask and say less`;
    this.#open += 1;
    this.#characters += size;
    if (type === 'ui') this.#asked += size;
    return undefined;
  }

  remove(size: number): void {
    this.#open -= 1;
    this.#characters -= size;
  }

  endCall(): void {
    this.#asked = 0;
  }
}
