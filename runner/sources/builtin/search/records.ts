/** Splits a stream of bytes into records at one byte; an incomplete record waits for more. */
export class Records {
  readonly #end: number;
  #rest: Uint8Array[] = [];

  constructor(end: number) {
    this.#end = end;
  }

  *take(bytes: Uint8Array): Generator<string> {
    let at = 0;
    for (let end = bytes.indexOf(this.#end); end >= 0; end = bytes.indexOf(this.#end, at)) {
      yield this.#join(bytes.subarray(at, end));
      at = end + 1;
    }
    // A copy, because the stream may reuse its memory.
    if (at < bytes.length) this.#rest.push(bytes.slice(at));
  }

  /** Returns the incomplete last record. */
  end(): string {
    return this.#join(new Uint8Array());
  }

  #join(last: Uint8Array): string {
    if (this.#rest.length === 0) return new TextDecoder().decode(last);
    const decoder = new TextDecoder();
    const text = this.#rest.map((piece) => decoder.decode(piece, { stream: true })).join('');
    this.#rest = [];
    return text + decoder.decode(last);
  }
}
