import type { AnswerHearer } from './answer-reader.ts';

declare const Deno: { stdout: { writeSync(bytes: Uint8Array): number } };

/** Why the rest of a response is refused. */
export class Refused extends Error {
  readonly kind: 'redirect' | 'too-large';
  constructor(kind: Refused['kind'], detail = '') {
    super(detail);
    this.kind = kind;
  }
}

/** The limit of characters for combining pieces of a body. */
const MOST_TOGETHER = 256 * 1024;
const encoder = new TextEncoder();

const valueOf = (headers: [string, string][], wanted: string): string | undefined =>
  headers.find(([name]) => name === wanted)?.[1];

/**
 * Reports one response to the runner. Combines pieces that arrive together, because each message wakes the runner.
 */
export class Telling implements AnswerHearer {
  readonly #id: string;
  readonly #most: number;
  readonly #decoder = new TextDecoder();
  #head: { status: number; headers: [string, string][] } | undefined;
  #isStream = false;
  #bytes = 0;
  #text = '';
  #isWaiting = false;
  #isOver = false;

  /** `most` is in bytes. */
  constructor(id: string, most: number) {
    this.#id = id;
    this.#most = most;
  }

  head(status: number, headers: [string, string][]): void {
    const location = valueOf(headers, 'location');
    if (status >= 300 && status < 400 && location !== undefined)
      throw new Refused('redirect', location);
    this.#isStream = /^text\/event-stream\b/i.test(valueOf(headers, 'content-type') ?? '');
    this.#head = { status, headers };
    this.#tellSoon();
  }

  /** In an event stream, each line counts separately. */
  body(bytes: Uint8Array): void {
    const newline = this.#isStream ? bytes.lastIndexOf(10) : -1;
    this.#bytes = newline < 0 ? this.#bytes + bytes.length : bytes.length - newline;
    if (this.#bytes > this.#most) throw new Refused('too-large');
    this.#text += this.#decoder.decode(bytes, { stream: true });
    if (this.#text.length > MOST_TOGETHER) this.#tell();
    else this.#tellSoon();
  }

  end(): void {
    this.#text += this.#decoder.decode();
    this.#tell(true);
  }

  failed(kind: Refused['kind'] | 'unreachable', detail: string): void {
    if (this.#isOver) return;
    if (this.#isWaiting) this.#tell();
    this.#isOver = true;
    say({ type: 'failed', id: this.#id, kind, detail });
  }

  /** Ignores the rest of the response. */
  drop(): void {
    this.#isOver = true;
  }

  #tellSoon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setImmediate(() => this.#isWaiting && this.#tell());
  }

  #tell(isEnd = false): void {
    this.#isWaiting = false;
    if (this.#isOver) return;
    const [id, head, text] = [this.#id, this.#head, this.#text];
    this.#head = undefined;
    this.#text = '';
    this.#isOver = isEnd;
    say({ type: 'answer', id, ...(head ? { head } : {}), text, isEnd });
  }
}

function say(message: object): void {
  let rest = encoder.encode(`${JSON.stringify(message)}\n`);
  while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
}
