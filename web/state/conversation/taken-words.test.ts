import { afterEach, expect, test, vi } from 'vitest';
import type { ConversationNode } from '../../../shared/protocol/conversations/conversations.ts';
import { OpenConversation } from '../conversation.svelte.ts';
import { emptyConversation as read } from './fixtures/conversation.ts';

const node: ConversationNode = { id: 'u', parent: null, at: 0, role: 'user', text: 'Go' };
const turn = { id: 't', parent: null };
const told = (...events: { type: string }[]): Response =>
  new Response(
    events.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join(''),
  );
const refused = (): Response =>
  Response.json({ error: { code: 'x', message: 'No' } }, { status: 409 });
const taken = (): Response =>
  told({ type: 'begun', turn } as never, { type: 'node', node } as never, {
    ...{ type: 'stopped', stopReason: 'done' },
  });

const open = (turns: () => Response | Promise<never>): OpenConversation => {
  vi.stubGlobal('fetch', (_: string, { method = 'GET' }: RequestInit = {}) =>
    Promise.resolve(method === 'POST' ? turns() : Response.json(read)),
  );
  return new OpenConversation(read, { ask: () => undefined, changed: () => undefined });
};

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['is kept where the turn is refused', refused, false],
  ['is kept where nobody answers', () => Promise.reject(new Error('gone')), false],
  ['is kept where the turn breaks off before it is written down', () => told(), false],
  ['may go once it is written down', taken, true],
])('what a person writes in the model’s place %s', async (_what, turns, isTaken) => {
  const talk = open(turns);
  const told = vi.fn();
  await talk.answer([{ type: 'text', text: 'Mine' }], told);
  await talk.edit(node, { text: 'Changed' }, told);
  await talk.edit(node, { answer: { parts: [{ type: 'text', text: 'Changed' }] } }, told);
  await talk.edit(node, { results: [{ callId: 'a', llmContent: 'Changed' }] }, told);
  expect(told).toHaveBeenCalledTimes(isTaken ? 4 : 0);
  // Each stays where it was written, which is not the composer.
  expect(talk.text).toBe('');
});

test('a message that was not taken comes back before what was written since', async () => {
  const talk = open(refused);
  const sending = talk.send('First');
  talk.text = 'Second';
  await sending;
  expect(talk.text).toBe('First\n\nSecond');
});
