import { expect, test } from 'vitest';
import type {
  CallOutcome,
  ConversationNode,
} from '../../../shared/protocol/conversations/conversations.ts';
import { evidenceOfCall } from './evidence.ts';

const call = { type: 'call', id: 'c', name: 'greet', arguments: '{"who":1}' } as const;
const place = (id: string, parent: string | null) => ({ id, parent, at: 0 });
const answer = (id: string, parts: object[]) =>
  ({
    ...{ ...place(id, 'u'), role: 'answer', by: 'person', parts, durationMs: 1 },
    ...{ source: 'live', whole: true },
  }) as Extract<ConversationNode, { role: 'answer' }>;
const outcome = {
  ...{ callId: 'c', name: 'greet', arguments: { who: 'Ann' }, from: 'run', ending: 'failed' },
  result: { success: false, llmContent: 'For the model', displayContent: 'FOR THE PERSON' },
  durationMs: 1,
} as CallOutcome;
const asked: ConversationNode = { ...place('u', null), role: 'user', text: 'Greet Ann' };
const here = answer('a', [
  { type: 'reasoning', text: 'Hm' },
  { type: 'text', text: 'I do.' },
  call,
]);
const later: ConversationNode = { ...place('v', 'a'), role: 'user', text: 'Later' };

test('a call goes along as it ran, with what was said before it and nothing that only a person gets', () => {
  expect(evidenceOfCall([asked, here, later], here, { call, outcome })).toEqual({
    ...{ from: 'conversation', tool: 'greet', ending: 'failed', llmContent: 'For the model' },
    arguments: '{\n  "who": "Ann"\n}',
    said: [
      { by: 'person', text: 'Greet Ann' },
      { by: 'model', text: 'I do.' },
    ],
  });
});

test('a call that never ran goes along as the model wrote it', () => {
  const evidence = evidenceOfCall([asked, here], here, { call });
  expect(evidence).toMatchObject({ arguments: '{"who":1}', llmContent: '' });
  expect(evidence).not.toHaveProperty('ending');
});

test('of a long conversation the last messages go along', () => {
  const path = Array.from({ length: 9 }, (_, at) =>
    answer(`n${at}`, [{ type: 'text', text: `${at}` }]),
  );
  const { said } = evidenceOfCall(path, path[8], { call });
  expect(said?.map(({ text }) => text)).toEqual(['3', '4', '5', '6', '7', '8']);
});
