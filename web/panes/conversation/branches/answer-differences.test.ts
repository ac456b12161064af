import { expect, test } from 'vitest';
import type { AnswerNode } from '../entries-of.ts';
import { answerDifferences } from './answer-differences.ts';

type Given = string | [name: string, args: unknown];

/** An answer with these texts and calls; arguments that are a text are no JSON. */
const answer = (...given: Given[]): AnswerNode => ({
  ...{ id: 'a', parent: 'u', at: 0, role: 'answer', by: 'person', source: 'live', whole: true },
  durationMs: 0,
  parts: given.map((one, at) =>
    typeof one === 'string'
      ? { type: 'text', text: one }
      : {
          ...{ type: 'call', id: String(at), name: one[0] },
          arguments: typeof one[1] === 'string' ? one[1] : JSON.stringify(one[1]),
        },
  ),
});

test.each<[string, Given[], Given[], object]>([
  [
    'the same call with its arguments in another order',
    [['calc', { a: 1, b: 2 }]],
    [['calc', { b: 2, a: 1 }]],
    { isAlike: true, calls: [{ name: 'calc', kind: 'same', changes: [] }] },
  ],
  [
    'an argument that differs, one that is left out, one within another',
    [['calc', { a: 1, b: 2, to: { unit: 'm', by: 1 } }]],
    [['calc', { a: 1, b: 3, c: 'x', to: { unit: 'km', by: 1 } }]],
    {
      isAlike: false,
      calls: [
        {
          ...{ name: 'calc', kind: 'changed' },
          changes: [
            { path: 'b', first: '2', other: '3' },
            { path: 'to.unit', first: '"m"', other: '"km"' },
            { path: 'c', other: '"x"' },
          ],
        },
      ],
    },
  ],
  [
    'one call too many, beside an equal one that comes later',
    [['calc', { a: 2 }]],
    [
      ['calc', { a: 1 }],
      ['calc', { a: 2 }],
    ],
    {
      isAlike: false,
      calls: [{ kind: 'same' }, { name: 'calc', kind: 'other' }],
    },
  ],
  [
    'a call against a text',
    [['calc', {}]],
    ['It is 3.'],
    { isAlike: false, isSameText: false, calls: [{ name: 'calc', kind: 'first' }] },
  ],
  [
    'arguments that are no JSON',
    [['calc', '{"a":']],
    [['calc', { a: 1 }]],
    {
      isAlike: false,
      calls: [{ kind: 'changed', changes: [{ path: '', first: '{"a":', other: '{"a":1}' }] }],
    },
  ],
  ['texts alone', ['Yes.'], [' Yes.'], { isAlike: true, isSameText: true, calls: [] }],
])('%s', (_name, first, other, differs) =>
  expect(answerDifferences(answer(...first), answer(...other))).toMatchObject(differs),
);
