import { afterEach, expect, test, vi } from 'vitest';
import {
  ConversationSetup,
  type Conversation,
} from '../../../shared/protocol/conversations/conversations.ts';
import { OpenConversation } from '../conversation.svelte.ts';
import { around } from './fixtures/conversation.ts';

const read = (system: string): Conversation => ({
  ...{ id: 'c', title: 'One', startedAt: 0, changedAt: 0, model: 'person', nodes: [] },
  ...{ isGoingOn: false, turns: [], setup: ConversationSetup.parse({ system }) },
});

/** A runner that answers when it is told to: how it was asked, and what it then says. */
function runnerOf(): { method: string; answer(response: Response): void }[] {
  const asked: { method: string; answer(response: Response): void }[] = [];
  vi.stubGlobal(
    'fetch',
    (_: string, { method = 'GET' }: RequestInit = {}) =>
      new Promise((answer) => asked.push({ method, answer })),
  );
  return asked;
}
const kept = (): Response => {
  const { setup: _, turns: __, isGoingOn: ___, ...head } = read('');
  return Response.json({ ...head, nodes: 0 });
};
const settled = (): Promise<void> => new Promise((settle) => setTimeout(settle));

afterEach(() => vi.unstubAllGlobals());

test.each(['before', 'after'])(
  'what was read before a change was kept, and comes %s that is told, takes nothing back',
  async (order) => {
    const asked = runnerOf();
    const talk = new OpenConversation(read('old'), around);
    const reading = talk.again();
    const changing = talk.change({ system: 'new' });
    await settled();
    const give = {
      read: () => asked.find(({ method }) => method === 'GET')?.answer(Response.json(read('old'))),
      keep: () => asked.find(({ method }) => method === 'PATCH')?.answer(kept()),
    };
    for (const one of order === 'before'
      ? (['read', 'keep'] as const)
      : (['keep', 'read'] as const)) {
      give[one]();
      await settled();
      expect(talk.setup.system).toBe('new');
    }
    expect(await changing).toBe(true);
    await reading;
    const again = talk.again();
    await settled();
    asked.at(-1)?.answer(Response.json(read('elsewhere')));
    await again;
    expect(talk.setup.system).toBe('elsewhere');
  },
);

test('a change that was refused is taken back, and one that came after it is not', async () => {
  const asked = runnerOf();
  const talk = new OpenConversation(read('old'), around);
  const first = talk.change({ system: 'first' });
  const refused = (): Response =>
    Response.json({ error: { code: 'x', message: 'No' } }, { status: 400 });
  await settled();
  asked[0]?.answer(refused());
  expect(await first).toBe(false);
  expect(talk.setup.system).toBe('old');
  const second = talk.change({ system: 'second' });
  const third = talk.change({ system: 'third' });
  await settled();
  asked[1]?.answer(refused());
  await settled();
  asked[2]?.answer(kept());
  expect(await Promise.all([second, third])).toEqual([false, true]);
  expect(talk.setup.system).toBe('third');
});

test('of two changes that are both refused, neither stays', async () => {
  const asked = runnerOf();
  const talk = new OpenConversation(read('old'), around);
  const changing = [talk.change({ system: 'first' }), talk.change({ system: 'second' })];
  for (const at of [0, 1]) {
    await settled();
    asked[at]?.answer(Response.json({ error: { code: 'x', message: 'No' } }, { status: 400 }));
  }
  expect(await Promise.all(changing)).toEqual([false, false]);
  expect(talk.setup.system).toBe('old');
});

test('a message that is stopped while it waits for a change is not sent, and is there again', async () => {
  const asked = runnerOf();
  const talk = new OpenConversation(read('old'), around);
  const changing = talk.change({ system: 'new' });
  const sending = talk.send('Go');
  await settled();
  talk.stop();
  asked[0]?.answer(kept());
  expect(await changing).toBe(true);
  await sending;
  expect(asked.map(({ method }) => method)).toEqual(['PATCH', 'POST']);
  expect(talk.words.text).toBe('Go');
});

test('a change is sent once the one before it is answered, and a turn once all are', async () => {
  const asked = runnerOf();
  const talk = new OpenConversation(read('old'), around);
  const changing = [talk.change({ system: 'first' }), talk.change({ system: 'second' })];
  const sending = talk.send('Go');
  const methods = (): string[] => asked.map(({ method }) => method);
  for (const [at, method] of ['PATCH', 'PATCH', 'POST'].entries()) {
    await settled();
    expect(methods().slice(at)).toEqual([method]);
    asked[at]?.answer(method === 'PATCH' ? kept() : new Response());
  }
  expect(await Promise.all(changing)).toEqual([true, true]);
  await settled();
  asked.at(-1)?.answer(Response.json(read('second')));
  await sending;
});

test('a message is not sent with other tools than the person chose for it', async () => {
  const asked = runnerOf();
  const talk = new OpenConversation(read('old'), around);
  const changing = talk.change({ tools: [] });
  const sending = talk.send('Go');
  await settled();
  asked[0]?.answer(Response.json({ error: { code: 'x', message: 'No' } }, { status: 400 }));
  expect(await changing).toBe(false);
  await sending;
  expect(asked).toHaveLength(1);
  expect(talk.failure).toMatchObject({ type: 'refused' });
  expect(talk.words.text).toBe('Go');
});
