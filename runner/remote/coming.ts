import { BodyDepth } from './bytes/body-depth.ts';

interface Head {
  status: number;
  headers: [string, string][];
}

/** A part of a response. */
interface Piece {
  /** In the first piece. */
  head?: Head | undefined;
  text: string;
  isEnd: boolean;
}

/** The limit of characters for checking whether an event is the whole response. */
const MOST_ALONE = 64 * 1024;
const encoder = new TextEncoder();

const typeOf = ({ headers }: Head): string | undefined =>
  headers.find(([name]) => name === 'content-type')?.[1];

/** A response that arrives in pieces; `answer` gets it as a `Response`. */
export class Coming {
  cancelled = (): void => undefined;
  readonly #answer: (response: Response) => void;
  #head: Head | undefined;
  #depth: BodyDepth | undefined;
  #body: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(answer: (response: Response) => void) {
    this.#answer = answer;
  }

  get hasBegun(): boolean {
    return this.#depth !== undefined;
  }

  /** Takes a piece and returns false if it nests too deep. */
  take({ head, text, isEnd }: Piece): boolean {
    if (head) {
      this.#head = head;
      this.#depth = new BodyDepth(typeOf(head) ?? null);
    }
    if (this.#depth?.isTooDeep(text) !== false) return false;
    if (this.#head && isEnd) this.#answer(wholeOf(this.#head, text));
    // A head without a body does not show yet what follows.
    else if (this.#head && text !== '') this.#stream(this.#head);
    if (text !== '') this.#body?.enqueue(encoder.encode(text));
    if (!isEnd) return true;
    this.#body?.close();
    this.#body = undefined;
    return true;
  }

  break(why: Error): void {
    this.#body?.error(why);
    this.#body = undefined;
  }

  #stream({ status, headers }: Head): void {
    this.#head = undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#body = controller),
      cancel: () => this.cancelled(),
    });
    this.#answer(new Response(body, { status, headers }));
  }
}

/** Returns a complete response. */
function wholeOf(head: Head, text: string): Response {
  const { status, headers } = head;
  const isEmpty = [204, 205, 304].includes(status);
  const isStream = status === 200 && /^text\/event-stream\b/i.test(typeOf(head) ?? '');
  const alone = isStream ? answerAlone(text) : undefined;
  if (alone === undefined) return new Response(isEmpty ? null : text, { status, headers });
  const others = headers.filter(([name]) => name !== 'content-type');
  return new Response(alone, { headers: [...others, ['content-type', 'application/json']] });
}

/** Returns the only message of a finished event stream, if it has just one. As JSON it needs no stream reader. */
function answerAlone(text: string): string | undefined {
  if (text.length > MOST_ALONE) return undefined;
  const [, data] = /^(?:event: ?message\r?\n)?data: ?(\{[^\r\n]*\})\r?\n\r?\n$/.exec(text) ?? [];
  if (data === undefined) return undefined;
  try {
    const message = JSON.parse(data) as object;
    return 'result' in message || 'error' in message ? data : undefined;
  } catch {
    return undefined;
  }
}
