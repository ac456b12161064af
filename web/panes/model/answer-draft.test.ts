import { expect, test } from 'vitest';
import { AnswerDraft, editedText } from './answer-draft.svelte.ts';

const schema = { type: 'object', properties: { a: { type: 'number' }, kind: { const: 'x' } } };
const fixed = { ...schema, required: ['kind'] };

const wrote = (write: (draft: AnswerDraft) => void): AnswerDraft['parts'] => {
  const draft = new AnswerDraft();
  write(draft);
  return draft.parts;
};
const call = (at: number, name: string, text: string) => ({
  ...{ type: 'call', id: `call_${at}`, name, arguments: text },
});

test.each<[string, (draft: AnswerDraft) => void, object[]]>([
  ['nothing', () => undefined, []],
  ['blanks alone', (draft) => (draft.text = ' \n'), []],
  ['a text', (draft) => (draft.text = 'Done.'), [{ type: 'text', text: 'Done.' }]],
  ['a tool alone', (draft) => draft.pick('f', schema), [call(1, 'f', '{}')]],
  ['what a schema fixes', (draft) => draft.pick('f', fixed), [call(1, 'f', '{"kind":"x"}')]],
  [
    'arguments of the form, as models write them',
    (draft) => {
      draft.pick('f', schema);
      draft.give({ a: 1 });
    },
    [call(1, 'f', '{"a":1}')],
  ],
  [
    'broken JSON, as it was typed',
    (draft) => {
      draft.pick('f', schema);
      draft.type('{"a": ', undefined);
    },
    [call(1, 'f', '{"a": ')],
  ],
  [
    'the form after the JSON',
    (draft) => {
      draft.pick('f', schema);
      draft.type('{"a": 1 }', { a: 1 });
      draft.give({ a: 2 });
    },
    [call(1, 'f', '{"a":2}')],
  ],
  [
    'another tool in the place of the first',
    (draft) => {
      draft.pick('f', schema);
      draft.give({ a: 1 });
      draft.pick('g', schema);
    },
    [call(1, 'g', '{}')],
  ],
  [
    'a text and two calls',
    (draft) => {
      draft.text = 'Let me see.';
      draft.pick('f', schema);
      draft.another();
      draft.pick('g', schema);
    },
    [{ type: 'text', text: 'Let me see.' }, call(1, 'f', '{}'), call(2, 'g', '{}')],
  ],
  [
    'the second of three removed',
    (draft) => {
      for (const name of ['f', 'g', 'h']) {
        draft.another();
        draft.pick(name, schema);
      }
      draft.remove(1);
    },
    [call(1, 'f', '{}'), call(2, 'h', '{}')],
  ],
])('%s', (_what, write, parts) => {
  expect(wrote(write)).toEqual(parts);
});

test('the same tool again keeps its arguments', () => {
  const draft = new AnswerDraft();
  draft.pick('f', schema);
  draft.give({ a: 1 });
  draft.pick('f', schema);
  expect(draft.call?.value).toEqual({ a: 1 });
});

test('JSON is edited as it was typed, and laid out where the form wrote it', () => {
  const draft = new AnswerDraft();
  draft.pick('f', schema);
  draft.type('{ "a":1}', { a: 1 });
  expect(editedText(draft.call!)).toBe('{ "a":1}');
  draft.give({ a: 2 });
  expect(editedText(draft.call!)).toBe('{\n  "a": 2\n}');
});

test('a call that was removed leaves one that is edited', () => {
  const draft = new AnswerDraft();
  draft.pick('f', schema);
  draft.another();
  draft.pick('g', schema);
  draft.remove(0);
  expect([draft.at, draft.call?.name]).toEqual([0, 'g']);
  draft.remove(0);
  expect([draft.at, draft.call, draft.isEmpty]).toEqual([0, undefined, true]);
});
