import { BodyDepth } from './bytes/body-depth.ts';

interface Head {
  status: number;
  headers: [string, string][];
}

/** What is told of an answer at once. */
interface Piece {
  /** With the first. */
  head?: Head | undefined;
  text: string;
  isEnd: boolean;
}

/** Characters of an event that is looked at for whether it is all of its answer. */
const MOST_ALONE = 64 * 1024;
const encoder = new TextEncoder();

const typeOf = ({ headers }: Head): string | undefined =>
  headers.find(([name]) => name === 'content-type')?.[1];

/** An answer that comes in pieces, as the response that `answer` is given. */
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

  /** Whether it does not nest too deep. */
  take({ head, text, isEnd }: Piece): boolean {
    if (head) {
      this.#head = head;
      this.#depth = new BodyDepth(typeOf(head) ?? null);
    }
    if (this.#depth?.isTooDeep(text) !== false) return false;
    if (this.#head && isEnd) this.#answer(wholeOf(this.#head, text));
    // A beginning without a body says nothing yet.
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

/** An answer that is there as a whole. */
function wholeOf(head: Head, text: string): Response {
  const { status, headers } = head;
  const isEmpty = [204, 205, 304].includes(status);
  const isStream = status === 200 && /^text\/event-stream\b/i.test(typeOf(head) ?? '');
  const alone = isStream ? answerAlone(text) : undefined;
  if (alone === undefined) return new Response(isEmpty ? null : text, { status, headers });
  const others = headers.filter(([name]) => name !== 'content-type');
  return new Response(alone, { headers: [...others, ['content-type', 'application/json']] });
}

/**
 * The message of a stream that is over and held nothing but one answer: as JSON it says the same, without the
 * streams that a reader of events makes.
 */
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
