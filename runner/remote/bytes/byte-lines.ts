/** Splits a UTF-8 stream into lines, without scanning any byte twice. */
export class ByteLines {
  /** A line exceeded the limit; nothing more is accepted. */
  isTooLong = false;
  readonly #most: number;
  #held: Uint8Array[] = [];
  #bytes = 0;

  /** `most` is in bytes. */
  constructor(most: number) {
    this.#most = most;
  }

  take(bytes: Uint8Array): string[] {
    if (this.isTooLong) return [];
    const lines: string[] = [];
    let from = 0;
    for (;;) {
      const at = bytes.indexOf(10, from);
      if (at < 0) break;
      lines.push(this.#line(bytes.subarray(from, at)));
      from = at + 1;
    }
    const rest = bytes.subarray(from);
    if (rest.length > 0) this.#held.push(rest.slice());
    this.#bytes += rest.length;
    this.isTooLong = this.#bytes > this.#most;
    if (this.isTooLong) this.#held = [];
    return lines;
  }

  #line(end: Uint8Array): string {
    const whole = this.#held.length === 0 ? end : Buffer.concat([...this.#held, end]);
    this.#held = [];
    this.#bytes = 0;
    return new TextDecoder().decode(whole);
  }
}
