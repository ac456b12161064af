import type { Json } from '../../../../shared/tool/json.ts';
import type { Content, Outcome } from '../messages.ts';

/** What was given to a logger, as one text. */
export const formatLog = (parts: unknown[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part instanceof Error) return `${part.name}: ${part.message}`;
      const json = toJson(part);
      return json === undefined ? String(part) : JSON.stringify(json);
    })
    .join(' ')
    .slice(0, 10_000);

const { parse, stringify } = JSON;

type Answer = Pick<Outcome, 'content' | 'details' | 'isError' | 'isWarning'>;

function contentOf(piece: unknown): Content {
  if (typeof piece === 'string') return { type: 'text', text: piece };
  if (typeof piece === 'object' && piece !== null && 'type' in piece) {
    if (piece.type === 'text' && 'text' in piece) return { type: 'text', text: String(piece.text) };
    if (
      piece.type === 'image' &&
      'data' in piece &&
      typeof piece.data === 'string' &&
      'mimeType' in piece
    ) {
      return { type: 'image', data: piece.data, mimeType: String(piece.mimeType) };
    }
  }
  throw new TypeError(
    `A piece of "content" is neither {type: "text", text} nor {type: "image", data, mimeType}: ${formatLog([piece])}`,
  );
}

/** What a tool returned, or passed to onUpdate, in the form that the format promises. */
export function answerOf(returned: unknown): Answer {
  if (typeof returned === 'string') return { content: [contentOf(returned)], isError: false };
  if (typeof returned !== 'object' || returned === null) {
    throw new TypeError(
      `The tool answered with ${String(returned)}; return {content: [{type: "text", text}]}`,
    );
  }
  const { content, details, isError, isWarning } = returned as Record<string, unknown>;
  if (!Array.isArray(content) && typeof content !== 'string') {
    throw new TypeError('The answer has no "content"; return {content: [{type: "text", text}]}');
  }
  const json = toJson(details);
  return {
    content: (Array.isArray(content) ? content : [content]).map(contentOf),
    ...(json === undefined ? {} : { details: json }),
    isError: isError === true,
    ...(isWarning === true ? { isWarning } : {}),
  };
}

/** A value as JSON has it; undefined where it has none, such as for what refers to itself. */
export function toJson(value: unknown): Json | undefined {
  try {
    const text = stringify(value, (_, one: unknown) =>
      typeof one === 'bigint' ? one.toString() : one,
    ) as string | undefined;
    return text === undefined ? undefined : (parse(text) as Json);
  } catch {
    return undefined;
  }
}
