import { expect, test } from 'vitest';
import { readPrice } from './read-price.ts';

const typed = { model: ' openai:gpt-5 ', input: '1.25', output: '$10', context: '' };
const price = { inputPerMillion: 1.25, outputPerMillion: 10 };

test.each<[string, object, object]>([
  ['a price', {}, { ok: true, model: 'openai:gpt-5', price }],
  ['free', { input: '0', output: '0' }, { ok: true }],
  ['with its context', { context: '400000' }, { price: { ...price, contextTokens: 400_000 } }],
  ['a name alone', { model: 'gpt-5' }, { ok: false, wrong: 'model' }],
  ['the person', { model: 'person' }, { ok: false, wrong: 'model' }],
  ['a recording', { model: 'recording:x' }, { ok: false, wrong: 'model' }],
  ['one that has a price', { model: 'local:llama' }, { ok: false, wrong: 'taken' }],
  ['no price', { input: '' }, { ok: false, wrong: 'price' }],
  ['less than nothing', { output: '-1' }, { ok: false, wrong: 'price' }],
  ['a word', { output: 'cheap' }, { ok: false, wrong: 'price' }],
  ['half a token', { context: '1.5' }, { ok: false, wrong: 'context' }],
  ['no tokens', { context: '0' }, { ok: false, wrong: 'context' }],
  ['a word for tokens', { context: 'many' }, { ok: false, wrong: 'context' }],
])('%s', (_what, given, expected) => {
  expect(readPrice({ ...typed, ...given }, ['local:llama'])).toMatchObject(expected);
});
