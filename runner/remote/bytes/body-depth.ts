/** The limit of nesting in a message or body: millions of brackets would block the runner for seconds. */
export const MOST_DEPTH = 128;

/**
 * Measures the nesting of a JSON body while it arrives. Each event of a stream counts separately. JSON text
 * contains no raw line break, so a quotation mark cannot hide the next line.
 */
export class BodyDepth {
  readonly #isStream: boolean;
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  #isLineEmpty = true;
  #isAfterReturn = false;

  constructor(contentType: string | null) {
    this.#isStream = /^text\/event-stream\b/i.test(contentType ?? '');
  }

  /** Takes the next piece and returns whether the body nests too deep. */
  isTooDeep(piece: string): boolean {
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (code === 0x0a || code === 0x0d) this.#endLine(code);
      else {
        this.#isLineEmpty = this.#isAfterReturn = false;
        this.#take(code);
        if (this.#depth > MOST_DEPTH) return true;
      }
    }
    return false;
  }

  #take(code: number): void {
    if (this.#inText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === 0x5c) this.#isEscaped = true;
      else if (code === 0x22) this.#inText = false;
    } else if (code === 0x22) this.#inText = true;
    else if (code === 0x7b || code === 0x5b) this.#depth += 1;
    else if ((code === 0x7d || code === 0x5d) && this.#depth > 0) this.#depth -= 1;
  }

  #endLine(code: number): void {
    const isSecondHalf = code === 0x0a && this.#isAfterReturn;
    this.#isAfterReturn = code === 0x0d;
    if (isSecondHalf) return;
    if (this.#isStream && this.#isLineEmpty) this.#depth = 0;
    this.#isLineEmpty = true;
    this.#inText = false;
    this.#isEscaped = false;
  }
}
