import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import type { Piece } from './model.ts';

const INSTEAD = '[key]';

/**
 * Removes the key from an answer, in case the provider repeats it: it must not get into the history. Text that
 * may be the beginning of the key waits for the next piece.
 */
export async function* keyless(
  pieces: AsyncIterable<Piece>,
  key: string | undefined,
): AsyncGenerator<Piece> {
  if (key === undefined || key === '') return yield* pieces;
  let waiting: { type: 'text' | 'reasoning'; text: string } | undefined;
  for await (const piece of pieces) {
    if (piece.type === 'lull') {
      yield piece;
      continue;
    }
    const isText = piece.type === 'text' || piece.type === 'reasoning';
    if (waiting && waiting.type !== piece.type) {
      yield waiting;
      waiting = undefined;
    }
    if (!isText) {
      if (piece.type === 'call') yield callWithout(piece, key);
      else if (piece.type === 'held') yield { ...piece, held: heldWithout(piece.held, key) };
      else yield piece;
      continue;
    }
    const text: string = `${waiting?.text ?? ''}${piece.text}`.replaceAll(key, INSTEAD);
    const told = text.length - beginningAtEnd(text, key);
    if (told > 0 || piece.text === '') yield { type: piece.type, text: text.slice(0, told) };
    waiting = told < text.length ? { type: piece.type, text: text.slice(told) } : undefined;
  }
  if (waiting) yield waiting;
}

/** Returns how many characters at the end of a text are the beginning of the key. */
function beginningAtEnd(text: string, key: string): number {
  let length = Math.min(key.length - 1, text.length);
  while (length > 0 && !key.startsWith(text.slice(text.length - length))) length -= 1;
  return length;
}

/** Removes the key from a short text that arrives in one piece. */
export const withoutWhole = (text: string, key: string | undefined): string =>
  key === undefined || key === '' ? text : text.replaceAll(key, INSTEAD);

function callWithout(piece: Extract<Piece, { type: 'call' }>, key: string): Piece {
  const { call } = piece;
  const { held, ...said } = call;
  return {
    ...piece,
    call: {
      ...said,
      id: withoutWhole(call.id, key),
      name: withoutWhole(call.name, key),
      arguments: withoutWhole(call.arguments, key),
      ...(held === undefined ? {} : { held: heldWithout(held, key) }),
    },
  };
}

/** Keeps data for the provider as it is, unless it contains the key. */
function heldWithout(held: JsonObject, key: string): JsonObject {
  return writeJson(held).includes(key) ? {} : held;
}
