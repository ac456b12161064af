/** Collects `limit` lines from `offset` on of a text that arrives in pieces, and counts all lines. */
export class LineWindow {
  readonly lines: string[] = [];
  /** The number of started lines; a final newline starts none. */
  total = 0;
  /** Whether text of the window was left out because of the limit. */
  cut = false;
  readonly #offset: number;
  readonly #end: number;
  readonly #most: number;
  #kept = 0;
  #current: string[] = [];
  #open = false;

  /** `most` limits the characters that are kept. */
  constructor(offset: number, limit: number, most: number) {
    this.#offset = offset;
    this.#end = offset + limit;
    this.#most = most;
  }

  take(text: string): void {
    for (let at = 0; at < text.length;) {
      const end = text.indexOf('\n', at);
      const piece = text.slice(at, end < 0 ? undefined : end);
      if (!this.#open) this.total += 1;
      this.#open = true;
      const line = this.total - 1;
      if (line >= this.#offset && line < this.#end) this.#keep(piece);
      if (end < 0) return;
      this.#finish();
      at = end + 1;
    }
  }

  end(): void {
    if (this.#open) this.#finish();
  }

  #keep(piece: string): void {
    const room = this.#most - this.#kept;
    if (piece.length > room) this.cut = true;
    const head = piece.length > room ? piece.slice(0, room) : piece;
    this.#kept += head.length;
    this.#current.push(head);
  }

  #finish(): void {
    const line = this.total - 1;
    if (line >= this.#offset && line < this.#end) {
      // A carriage return belongs to the line end, not to the text.
      this.lines.push(this.#current.join('').replace(/\r$/, ''));
    }
    this.#current = [];
    this.#open = false;
  }
}
