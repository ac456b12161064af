import { expect, test } from 'vitest';
import { KEY } from '../fixtures/fake-models.ts';
import { keyless } from './keyless.ts';
import type { Piece } from './model.ts';

async function* inPieces(text: string, size: number, type: 'text' | 'reasoning' = 'text') {
  for (let at = 0; at < text.length; at += size) {
    yield { type, text: text.slice(at, at + size) };
    // What waits to be told apart from the key waits over a lull, too.
    yield { type: 'lull' as const };
  }
  yield { type: 'finish' as const, reason: 'stop' as const };
}
const through = async (pieces: AsyncIterable<Piece>, key: string | undefined = KEY) => {
  const out: Piece[] = [];
  for await (const piece of keyless(pieces, key)) out.push(piece);
  return out;
};
const textOf = (pieces: readonly Piece[]) =>
  pieces
    .map((piece) => (piece.type === 'text' || piece.type === 'reasoning' ? piece.text : ''))
    .join('');

test.each([1, 2, 3, 5, 7, 23, 24, 25, 1000])(
  'a key told in pieces of %i is cut out',
  async (size) => {
    const text = `sk-sk-proj ${KEY}${KEY}. sk-pro is none, ${KEY.slice(0, -1)} neither; sk-p`;
    const pieces = await through(inPieces(text, size));
    expect(textOf(pieces)).toBe(text.replaceAll(KEY, '[key]'));
    expect(pieces.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  },
);

test('a waiting text comes before other pieces, with its own type', async () => {
  async function* mixed(): AsyncGenerator<Piece> {
    yield { type: 'reasoning', text: 'I say sk-' };
    yield { type: 'text', text: 'sk' };
    yield { type: 'call', call: { type: 'call', id: 'c', name: 'a', arguments: `{"k":"${KEY}"}` } };
    yield { type: 'reasoning', text: '' };
    yield { type: 'held', held: { anthropic: { redactedData: 'x' } } };
  }
  expect(await through(mixed())).toEqual([
    { type: 'reasoning', text: 'I say ' },
    { type: 'reasoning', text: 'sk-' },
    { type: 'text', text: 'sk' },
    { type: 'call', call: { type: 'call', id: 'c', name: 'a', arguments: '{"k":"[key]"}' } },
    { type: 'reasoning', text: '' },
    { type: 'held', held: { anthropic: { redactedData: 'x' } } },
  ]);
});

test('without a key all pieces pass unchanged', async () => {
  expect(await through(inPieces('one two', 3), '')).toHaveLength(7);
});
