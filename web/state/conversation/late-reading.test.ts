import { afterEach, expect, test, vi } from 'vitest';
import type { Conversation } from '../../../shared/protocol/conversations/conversations.ts';
import { OpenConversation } from '../conversation.svelte.ts';
import { around, emptyConversation as empty } from './fixtures/conversation.ts';

const node = { id: 'u', parent: null, at: 0, role: 'user' as const, text: 'Go' };
const turn = [
  { type: 'node', node },
  { type: 'stopped', stopReason: 'done' },
];

afterEach(() => vi.unstubAllGlobals());

test('what was read before a turn, and comes after it, takes none of its messages back', async () => {
  const reads: ((read: Conversation) => void)[] = [];
  vi.stubGlobal('fetch', (_: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET'
      ? new Promise((answer) => reads.push((read) => answer(Response.json(read))))
      : Promise.resolve(
          new Response(
            turn.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join(''),
          ),
        ),
  );
  const talk = new OpenConversation(empty, around);
  const reading = talk.again();
  await talk.send('Go');
  expect(talk.path).toHaveLength(1);
  reads[0]?.(empty);
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  expect(talk.path).toHaveLength(1);
  reads[1]?.({ ...empty, title: 'Two', nodes: [node] });
  await reading;
  expect(talk.path).toHaveLength(1);
  expect(talk.title).toBe('Two');
});
