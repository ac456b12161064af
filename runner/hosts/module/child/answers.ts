import type { ContentBlock } from '../../../../shared/tool/run/content-block.ts';
import type { Json } from '../../../../shared/tool/json.ts';
import type { Outcome } from '../messages.ts';

/** Formats the arguments of a log call as one text. */
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

const isText = (value: unknown): value is string => typeof value === 'string';
const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a block has the fields of its type; this program loads no schemas for that. */
const fits: Record<ContentBlock['type'], (piece: Record<string, unknown>) => boolean> = {
  text: ({ text }) => text !== undefined,
  image: ({ data, mimeType }) => isText(data) && mimeType !== undefined,
  audio: ({ data, mimeType }) => isText(data) && mimeType !== undefined,
  resource: ({ resource: of }) => isFields(of) && isText(of.uri) && isText(of.text ?? of.blob),
  resource_link: ({ uri, name }) => isText(uri) && isText(name),
};
const isKnown = (type: unknown): type is ContentBlock['type'] =>
  isText(type) && Object.hasOwn(fits, type);
export const isBlock = (piece: unknown): piece is Record<string, unknown> =>
  isFields(piece) && isKnown(piece.type) && fits[piece.type](piece);

function contentOf(piece: unknown): ContentBlock {
  if (isText(piece)) return { type: 'text', text: piece };
  if (isBlock(piece)) {
    const { text, mimeType } = piece;
    return toJson({
      ...piece,
      ...(text === undefined ? {} : { text: String(text) }),
      ...(mimeType === undefined ? {} : { mimeType: String(mimeType) }),
    }) as ContentBlock;
  }
  throw new TypeError(
    `A piece of "content" is neither {type: "text", text} nor {type: "image", data, mimeType}: ${formatLog([piece])}`,
  );
}

/** Converts what a tool returned, or passed to onUpdate, to the promised form. */
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

/** Converts a value to JSON; undefined if that is impossible, such as for a cycle. */
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
