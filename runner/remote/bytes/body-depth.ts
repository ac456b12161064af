/** Levels of one message, as of a request's body: brackets in millions would hold the runner up for seconds. */
export const MOST_DEPTH = 128;

/**
 * Measures how deep the JSON of a body nests while it comes. Each event of a stream counts for itself. No text of
 * JSON goes over a line's end, so that no quotation mark hides what stands in the next line.
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

  /** Takes the next piece; answers whether it nests too deep. */
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
