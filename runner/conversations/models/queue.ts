/** An unbounded queue. Items after the end are dropped. */
export class Queue<T> implements AsyncIterable<T> {
  /** Settles at the end, even if items are left. */
  readonly ended: Promise<void>;
  readonly #waiting: T[] = [];
  #isOver = false;
  #settleEnd: () => void = () => undefined;
  #wake: () => void = () => undefined;

  constructor() {
    this.ended = new Promise((settle) => (this.#settleEnd = settle));
  }

  push(item: T): void {
    if (this.#isOver) return;
    this.#waiting.push(item);
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#settleEnd();
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const item = this.#waiting.shift();
      if (item !== undefined) yield item;
      else if (this.#isOver) return;
      else await new Promise<void>((settle) => (this.#wake = settle));
    }
  }
}
