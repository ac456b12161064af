/** The receiver of one response. */
export interface AnswerHearer {
  head(status: number, headers: [string, string][]): void;
  /** A piece of the body; its memory is reused afterwards. */
  body(bytes: Uint8Array): void;
}

/** The limit for bytes outside the body: the head, chunk lengths and trailers. */
const MOST_LINES = 64 * 1024;
/** The limit for the digits of a chunk length. */
const MOST_DIGITS = 12;

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Parses one HTTP/1.1 response while it arrives. Throws on everything ambiguous. Source: RFC 9112. */
export class AnswerReader {
  isOver = false;
  /** Whether the connection can be reused. */
  isKept = false;
  readonly #hearer: AnswerHearer;
  #awaits: 'status' | 'header' | 'size' | 'piece' | 'piece-end' | 'trailer' | 'body' = 'status';
  #status = 0;
  #headers: [string, string][] = [];
  /** The remaining bytes of the body, or of a chunk. */
  #left = 0;
  #lines = 0;
  #line = '';

  constructor(hearer: AnswerHearer) {
    this.#hearer = hearer;
  }

  /** Takes bytes and returns how many belong to this response: all, unless it ended. */
  take(bytes: Uint8Array): number {
    let at = 0;
    while (at < bytes.length && !this.isOver) {
      if (this.#left > 0) at += this.#takeBody(bytes.subarray(at));
      else {
        const newline = bytes.indexOf(10, at);
        const end = newline < 0 ? bytes.length : newline;
        this.#lines += end - at;
        if (this.#lines > MOST_LINES) throw new Error('The head of its answer is too large');
        this.#line += Buffer.from(bytes.buffer, bytes.byteOffset + at, end - at).toString('latin1');
        at = end + 1;
        if (newline >= 0) this.#takeLine();
      }
    }
    return Math.min(at, bytes.length);
  }

  /** Ends the response with the connection, which is how some bodies end. */
  end(): void {
    if (this.#awaits !== 'body' || this.#left !== Infinity)
      throw new Error('The connection ended before its answer did');
    this.isOver = true;
  }

  #takeBody(bytes: Uint8Array): number {
    const mine = bytes.subarray(0, this.#left);
    this.#left -= mine.length;
    this.#hearer.body(mine);
    if (this.#left > 0) return mine.length;
    if (this.#awaits === 'piece') this.#awaits = 'piece-end';
    else this.isOver = true;
    return mine.length;
  }

  #takeLine(): void {
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    if (this.#awaits === 'status') this.#takeStatus(line);
    else if (this.#awaits === 'header' && line !== '') this.#takeHeader(line);
    else if (this.#awaits === 'header') this.#takeHead();
    else if (this.#awaits === 'size') this.#takeSize(line);
    else if (this.#awaits === 'trailer') this.isOver = line === '';
    else if (line === '') this.#awaits = 'size';
    else throw new Error('A piece of its answer is longer than it says');
  }

  #takeStatus(line: string): void {
    const [, minor, status] = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |$)/.exec(line) ?? [];
    if (status === undefined) throw new Error('It does not speak HTTP/1.1');
    this.#status = Number(status);
    this.isKept = minor === '1';
    this.#awaits = 'header';
  }

  #takeHeader(line: string): void {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (colon < 0 || !NAME.test(name) || !VALUE.test(value))
      throw new Error('It sent a header that is none');
    this.#headers.push([name, value]);
  }

  #takeHead(): void {
    const status = this.#status;
    const headers = this.#headers;
    if (status === 101) throw new Error('It wants to speak something else than HTTP');
    // Interim responses contain nothing that is needed.
    if (status < 200) {
      this.#headers = [];
      this.#awaits = 'status';
      return;
    }
    const all = (wanted: string) =>
      headers.flatMap(([name, value]) => (name === wanted ? value : []));
    if (all('connection').some((value) => /\bclose\b/i.test(value))) this.isKept = false;
    const lengths = new Set(all('content-length'));
    const [coding, ...codings] = all('transfer-encoding');
    const [length = ''] = lengths;
    const isOdd =
      coding !== undefined && (coding.toLowerCase() !== 'chunked' || codings.length > 0);
    if (
      isOdd ||
      lengths.size > 1 ||
      (lengths.size > 0 && (coding !== undefined || !/^\d{1,15}$/.test(length)))
    )
      throw new Error('It does not say how long its answer is');
    if (all('content-encoding').some((value) => value.toLowerCase() !== 'identity'))
      throw new Error('It packed its answer, which nobody asked for');
    this.#hearer.head(status, headers);
    this.#lines = 0;
    this.#awaits = coding === undefined ? 'body' : 'size';
    if (status === 204 || status === 304) this.isOver = true;
    else if (coding === undefined && lengths.size === 0) {
      this.isKept = false;
      this.#left = Infinity;
    } else if (coding === undefined) {
      this.#left = Number(length);
      this.isOver = this.#left === 0;
    }
  }

  #takeSize(line: string): void {
    const digits = /^[\da-f]+(?=[ \t]*(?:;|$))/i.exec(line)?.[0];
    if (digits === undefined || digits.length > MOST_DIGITS)
      throw new Error('It does not say how long a piece of its answer is');
    this.#left = parseInt(digits, 16);
    this.#lines = 0;
    this.#awaits = this.#left === 0 ? 'trailer' : 'piece';
  }
}
