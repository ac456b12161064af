/** The limit of a message, above what any tool needs. */
const LARGEST = 32 * 1024 * 1024;
const NUL = 0;
const LINE = 10;

interface Hear {
  message(text: string): void;
  printed(bytes: Uint8Array): void;
}

/**
 * Separates the runner's messages from a module's output on the same stream. A message starts with NUL and a mark
 * that only this process knows, and ends at a line break; all other bytes are output.
 */
export class MarkReader {
  readonly #sign: Uint8Array;
  readonly #hear: Hear;
  /** The parts of an incomplete message. */
  #pieces: Uint8Array[] = [];
  #held = 0;
  #inMessage = false;
  /** Bytes that may be the start of a mark. */
  #rest = new Uint8Array();

  constructor(mark: string, hear: Hear) {
    this.#sign = new TextEncoder().encode(`\0${mark}`);
    this.#hear = hear;
  }

  /** Returns false if a message exceeds the limit. */
  take(piece: Uint8Array): boolean {
    const bytes = this.#rest.length > 0 ? joined([this.#rest, piece]) : piece;
    this.#rest = new Uint8Array();
    let at: number | undefined = 0;
    while (at !== undefined && at < bytes.length) {
      at = this.#inMessage ? this.#readMessage(bytes, at) : this.#readPrinted(bytes, at);
      if (this.#held > LARGEST) return false;
    }
    return true;
  }

  /** Returns where reading stopped; undefined if more bytes are needed. */
  #readMessage(bytes: Uint8Array, at: number): number | undefined {
    const end = bytes.indexOf(LINE, at);
    const part = bytes.slice(at, end < 0 ? bytes.length : end);
    this.#pieces.push(part);
    this.#held += part.length;
    if (end < 0 || this.#held > LARGEST) return undefined;
    const text = new TextDecoder().decode(joined(this.#pieces));
    this.#pieces = [];
    this.#held = 0;
    this.#inMessage = false;
    this.#hear.message(text);
    return end + 1;
  }

  #readPrinted(bytes: Uint8Array, at: number): number | undefined {
    let next = bytes.indexOf(NUL, at);
    while (next >= 0 && this.#begins(bytes, next) === 'no') next = bytes.indexOf(NUL, next + 1);
    const end = next < 0 ? bytes.length : next;
    if (end > at) this.#hear.printed(bytes.slice(at, end));
    if (next < 0) return undefined;
    if (this.#begins(bytes, next) === 'perhaps') {
      this.#rest = bytes.slice(next);
      return undefined;
    }
    this.#inMessage = true;
    return next + this.#sign.length;
  }

  #begins(bytes: Uint8Array, at: number): 'yes' | 'no' | 'perhaps' {
    for (const [offset, byte] of this.#sign.entries()) {
      if (at + offset >= bytes.length) return 'perhaps';
      if (bytes[at + offset] !== byte) return 'no';
    }
    return 'yes';
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
