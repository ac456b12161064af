import { readJson } from '../../../shared/tool/exact-number.ts';
import type { Json } from '../../../shared/tool/json.ts';
import { parse, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { PlainRefusal } from '../../../shared/protocol/error.ts';
import { refuse } from './refuse.ts';

export const bodyLimits = {
  bytes: 16 * 1024 * 1024,
  depth: 128,
  /** The limit of values in a body: each is checked several times before anything runs. */
  values: 200_000,
  timeMs: 30_000,
  wholeBytes: 64 * 1024,
};

type Read = { ok: true; value: Json } | { ok: false; response: Response };

const no = (
  status: number,
  code: PlainRefusal,
  message: string,
  more: { hint?: string } = {},
): Read => ({ ok: false, response: refuse(status, code, message, more) });

/** Reads a JSON body and counts its bytes as they arrive; each limit has its own error. */
export async function readBody(request: Request, limit: number = bodyLimits.bytes): Promise<Read> {
  const most = `${limit / 1024 / 1024} MB`;
  const tooLarge = () => no(413, 'body-too-large', `The body is larger than ${most}`);
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) return tooLarge();
  const reading = isWhole(request) ? readWhole(request) : readBytes(request.body, limit);
  // The caller is gone and gets no answer.
  const bytes = await reading.catch(() => 'cut-short' as const);
  if (bytes === 'cut-short') return no(400, 'body-cut-short', 'The body ended before its end');
  if (bytes === 'too-large') return tooLarge();
  if (bytes === 'too-slow') return no(408, 'body-too-slow', 'The body took too long to arrive');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return no(400, 'not-utf-8', 'The body is not UTF-8');
  }
  const { depth, values } = jsonShape(text, bodyLimits);
  if (depth > bodyLimits.depth) {
    return no(400, 'too-deep', `The body nests deeper than ${bodyLimits.depth} levels`);
  }
  if (values > bodyLimits.values) {
    const hint = 'Send a part of them at a time, or as one text';
    return no(413, 'too-many-values', `The body has more than ${bodyLimits.values} values`, {
      hint,
    });
  }
  try {
    return { ok: true, value: readJson(text) as Json };
  } catch {
    return no(400, 'not-json', `The body is not JSON: ${whereBroken(text)}`);
  }
}

/** Whether the body is short and its length known: the engines read such a body faster than a stream. */
const isWhole = ({ headers }: Request): boolean =>
  headers.has('Content-Length') &&
  !headers.has('Transfer-Encoding') &&
  Number(headers.get('Content-Length')) <= bodyLimits.wholeBytes;

async function readWhole(request: Request): Promise<Uint8Array | 'too-slow'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<'too-slow'>((settle) => {
    timer = setTimeout(() => settle('too-slow'), bodyLimits.timeMs);
  });
  const bytes = request.arrayBuffer().then((buffer) => new Uint8Array(buffer));
  // A caller that disconnects during the request gets no answer.
  bytes.catch(() => undefined);
  return Promise.race([bytes, slow]).finally(() => clearTimeout(timer));
}

async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | 'too-large' | 'too-slow'> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<'too-slow'>((settle) => {
    timer = setTimeout(() => settle('too-slow'), bodyLimits.timeMs);
  });
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), slow]);
      if (next === 'too-slow') return next;
      if (next.done) break;
      size += next.value.length;
      if (size > limit) return 'too-large';
      pieces.push(next.value);
    }
  } finally {
    clearTimeout(timer);
    // The rest of a refused body is not read.
    void reader.cancel().catch(() => undefined);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Returns the position of the first mistake, from 1. The engines' own messages differ and repeat the text. */
function whereBroken(text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowEmptyContent: false });
  const [first] = errors;
  if (!first) return 'it could not be read';
  const before = text.slice(0, first.offset).split('\n');
  const column = [...(before.at(-1) ?? '')].length + 1;
  const what = printParseErrorCode(first.error)
    .replace(/(?!^)([A-Z])/g, ' $1')
    .toLowerCase();
  return `${what} at line ${before.length}, column ${column}`;
}

/** Counts the nesting and the values of a JSON text without parsing it. Stops at a limit. */
export function jsonShape(
  text: string,
  limits: { depth: number; values: number },
): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    if (deepest > limits.depth || values > limits.values) break;
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x2c) values += 1;
    else if (code === 0x7b || code === 0x5b) {
      deepest = Math.max(deepest, (depth += 1));
      values += 1;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return { depth: deepest, values };
}
