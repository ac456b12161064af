import { describe, expect, test } from 'vitest';
import {
  ConversationSetup,
  type ConversationNode,
} from '../../../shared/protocol/conversations/conversations.ts';
import { entriesOf } from './entries-of.ts';
import { en as setupEn } from './setup/texts-en.ts';
import { en } from './texts-en.ts';
import { totalsOf } from '../../../shared/protocol/conversations/totals.ts';
import { verdictOf } from './verdict-of.ts';

const place = (id: string, parent: string | null) => ({ id, parent, at: 0 });
const result = { success: true, llmContent: 'm', displayContent: 'p' };
const user: ConversationNode = { ...place('u', null), role: 'user', text: 'Do it' };
const answer = (more: object = {}): ConversationNode => ({
  ...place('a', 'u'),
  ...{ role: 'answer', by: 'local:m', durationMs: 5, source: 'live', whole: true },
  parts: [
    { type: 'text', text: 'First.' },
    { type: 'call', id: '1', name: 'x', arguments: '{}' },
    { type: 'call', id: '2', name: 'y', arguments: '{}' },
    { type: 'text', text: '' },
    { type: 'text', text: 'Then.' },
  ],
  ...more,
});
const results = (from: 'run' | 'recorded' = 'run', stale = false): ConversationNode => ({
  ...{ ...place('r', 'a'), role: 'results' },
  results: [{ callId: '2', name: 'y', result, from, durationMs: 7, stale }],
});

describe('entries', () => {
  test('calls that follow one another are one block, each with its result', () => {
    const [, entry] = entriesOf([user, answer(), results()]);
    const stretches = entry?.kind === 'answer' ? entry.stretches : [];
    expect(stretches.map(({ kind }) => kind)).toEqual(['text', 'calls', 'text']);
    const calls = stretches[1]?.kind === 'calls' ? stretches[1].calls : [];
    expect(calls.map(({ call, outcome }) => [call.id, outcome?.durationMs])).toEqual([
      ['1', undefined],
      ['2', 7],
    ]);
  });
  test('results without their answer stand alone', () =>
    expect(entriesOf([user, results()]).map(({ kind }) => kind)).toEqual(['user', 'results']));
});

describe('totals', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 500_000 };
  const prices = { 'local:m': { inputPerMillion: 2, outputPerMillion: 4 } };
  test.each([
    ['a price that is known', [user, answer({ usage }), results()], prices, 4, 0],
    ['no price', [user, answer({ usage })], {}, undefined, 0],
    ['no count', [user, answer()], prices, undefined, 1],
    ['half a count', [user, answer({ usage: { inputTokens: 3 } })], prices, undefined, 1],
    ['the person answered', [user, answer({ by: 'person' })], {}, 0, 0],
    ['it was replayed', [user, answer({ source: 'replayed' })], {}, 0, 0],
  ])('%s', (_name, path, known, cost, uncounted) =>
    expect(totalsOf(path, known)).toMatchObject({ cost, uncounted }),
  );
  test.each([
    ['the agents below it', 'run', 0, 8, 0],
    ['an agent whose provider did not count', 'run', 2, undefined, 2],
    ['what a recording said of an agent', 'recorded', 0, 4, 0],
  ] as const)('%s', (_name, from, unknown, cost, uncounted) => {
    const used = { usageByModel: { 'local:m': usage }, uncounted: unknown };
    const node = results(from);
    const [outcome] = node.role === 'results' ? node.results : [];
    const told = { ...result, metadata: { toolAgentResult: used } };
    const results_ = [{ ...outcome!, result: told, runId: 'r' }];
    const path = [user, answer({ usage }), { ...node, results: results_ } as ConversationNode];
    expect(totalsOf(path, prices)).toMatchObject({ cost, uncounted });
  });
  test('times of models and tools add up', () =>
    expect(totalsOf([user, answer(), results()])).toMatchObject({
      ...{ turns: 1, answers: 1, calls: 1, durationMs: 12 },
    }));
});

describe('verdict', () => {
  const played = ConversationSetup.parse({ model: 'recording:x' });
  const frozen = ConversationSetup.parse({ model: 'local:m', frozenTools: 'x' });
  const again = answer({ source: 'replayed' });
  test.each<[string, unknown[], object, unknown]>([
    ['none of a conversation that is not played', [user, answer()], {}, undefined],
    ['the model', [user, again, results()], played, ['replayed', 'live', 0]],
    ['the tools', [user, answer(), results('recorded')], frozen, ['live', 'replayed', 0]],
    [
      'stale steps',
      [user, answer({ source: 'replayed', stale: ['code'] }), results('recorded', true)],
      played,
      ['replayed', 'replayed', 2],
    ],
  ])('%s', (_name, path, setup, expected) => {
    const verdict = verdictOf(path as ConversationNode[], ConversationSetup.parse(setup));
    expect(verdict && [verdict.model, verdict.tools, verdict.stale]).toEqual(expected);
  });
});

test('no text of the composer stands in the place of another one', () =>
  expect(Object.keys(setupEn).filter((key) => Object.hasOwn(en, key))).toEqual([]));
