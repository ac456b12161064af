import { formatLog } from './format-log.ts';
import type { Content, Outcome } from '../outcome.ts';
import { toJson } from './to-json.ts';

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
