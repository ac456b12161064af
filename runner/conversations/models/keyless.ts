import type { Piece } from './model.ts';

const INSTEAD = '[key]';

/**
 * An answer without the key that it was asked with, should its provider tell it back: nothing of it is to
 * stand in a history. What may be the beginning of the key waits for the next piece.
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
      yield piece.type === 'call' ? callWithout(piece, key) : piece;
      continue;
    }
    const text: string = `${waiting?.text ?? ''}${piece.text}`.replaceAll(key, INSTEAD);
    const told = text.length - beginningAtEnd(text, key);
    if (told > 0 || piece.text === '') yield { type: piece.type, text: text.slice(0, told) };
    waiting = told < text.length ? { type: piece.type, text: text.slice(told) } : undefined;
  }
  if (waiting) yield waiting;
}

/** How many characters at a text's end are the beginning of the key. */
function beginningAtEnd(text: string, key: string): number {
  let length = Math.min(key.length - 1, text.length);
  while (length > 0 && !key.startsWith(text.slice(text.length - length))) length -= 1;
  return length;
}

const callWithout = (piece: Extract<Piece, { type: 'call' }>, key: string): Piece => ({
  ...piece,
  call: { ...piece.call, arguments: piece.call.arguments.replaceAll(key, INSTEAD) },
});
