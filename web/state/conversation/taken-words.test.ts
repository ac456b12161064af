import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConversationNode } from '../../../shared/protocol/conversations/conversations.ts';
import { OpenConversation } from '../conversation.svelte.ts';
import { Edited, TalkWords, type KeptWords } from './talk-words.svelte.ts';
import { around, emptyConversation as read } from './fixtures/conversation.ts';

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
  return new OpenConversation(read, around);
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
  expect(told).toHaveBeenCalledTimes(isTaken ? 1 : 0);
  for (const change of [
    { text: 'Changed' },
    { answer: { parts: [{ type: 'text' as const, text: 'Changed' }] } },
    { results: [{ callId: 'a', llmContent: 'Changed' }] },
  ]) {
    const edited = new Edited('u', 'Changed');
    const kind = 'results' in change ? 'editingResult' : 'editing';
    talk.words[kind] = edited;
    await talk.edit(node, change, edited);
    expect(talk.words[kind]).toBe(isTaken ? undefined : edited);
  }
  // Each stays where it was written, which is not the composer.
  expect(talk.words.text).toBe('');
});

test('a message that was not taken comes back before what was written since', async () => {
  const talk = open(refused);
  const sending = talk.send('First');
  talk.words.text = 'Second';
  await sending;
  expect(talk.words.text).toBe('First\n\nSecond');
});

const answers: ConversationNode = {
  ...{ id: 'a', parent: 'u', at: 0, role: 'answer', by: 'person', durationMs: 0 },
  ...{ parts: [{ type: 'text', text: 'Said' }], source: 'edited', whole: true },
};

/** The page goes while a message, or a changed one, is on its way; the next one finds what was kept. */
const words = { kept: undefined as KeptWords | undefined };
const nextPage = (nodes: ConversationNode[]): TalkWords =>
  new OpenConversation({ ...read, nodes }, around, new TalkWords(words.kept)).words;

describe('of a page that goes while words are on their way', () => {
  beforeEach(() => {
    const talk = open(() => new Promise<never>(() => undefined));
    talk.nodes = [{ ...node, id: 'old' }];
    talk.words.editing = new Edited('old', 'As it stood');
    talk.words.editing.text = 'Said';
    void talk.edit(
      { ...answers, id: 'b' },
      { answer: { parts: answers.parts } },
      talk.words.editing,
    );
    void talk.send('Next');
    talk.words.text = 'Typed since';
    words.kept = JSON.parse(JSON.stringify(talk.words.kept)) as KeptWords;
  });

  const next: ConversationNode = { ...node, id: 'n', parent: 'old', text: 'Next' };

  test('the next one has them where nobody wrote them down', () => {
    const { text, editing } = nextPage([{ ...node, id: 'old' }]);
    expect([text, editing?.id, editing?.text]).toEqual(['Next\n\nTyped since', 'old', 'Said']);
  });

  test('the next one has those alone that were not written down', () => {
    const { text, editing } = nextPage([{ ...node, id: 'old' }, next, answers]);
    expect([text, editing]).toEqual(['Typed since', undefined]);
  });

  test('they go once a later reading holds them, and what was changed since stays', async () => {
    const talk = new OpenConversation(
      { ...read, nodes: [{ ...node, id: 'old' }] },
      ...[around, new TalkWords(words.kept)],
    );
    if (talk.words.editing) talk.words.editing.text = 'Said better';
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ ...read, nodes: [{ ...node, id: 'old' }, next, answers] })),
    );
    await talk.again();
    expect([talk.words.text, talk.words.editing?.text]).toEqual(['Typed since', 'Said better']);
  });

  test('a message that says the same as one that stood there is not taken for it', () => {
    const before = { ...next, id: 'before' };
    const same = new TalkWords();
    same.send('Next', 'old', [before]);
    words.kept = same.kept;
    expect(nextPage([before]).text).toBe('Next');
    expect(nextPage([before, next]).text).toBe('');
  });
});

test('a turn that breaks off after the runner took its message leaves it in one place', async () => {
  const talk = open(() => told({ type: 'begun', turn } as never));
  vi.stubGlobal('fetch', (_: string, { method = 'GET' }: RequestInit = {}) =>
    Promise.resolve(
      method === 'POST'
        ? told({ type: 'begun', turn } as never)
        : Response.json({ ...read, nodes: [node] }),
    ),
  );
  await talk.send('Go');
  expect([talk.words.text, talk.path.length]).toEqual(['', 1]);
});

test('a message that is sent while the one before it is looked for stands in no other’s place', async () => {
  const posts = [told({ type: 'begun', turn } as never), new Promise<never>(() => undefined)];
  const looked: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', (_: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'POST' ? Promise.resolve(posts.shift()) : new Promise((done) => looked.push(done)),
  );
  const talk = new OpenConversation(read, around);
  const first = talk.send('First');
  await vi.waitFor(() => expect(looked).toHaveLength(1));
  void talk.send('Second');
  looked[0]?.(Response.json(read));
  await first;
  expect([talk.words.text, talk.words.kept.text]).toEqual(['First', 'Second\n\nFirst']);
});

test('an answer that was left its calls alone is known to hold no text', () => {
  const edited = new TalkWords();
  edited.editing = new Edited('a', 'Said');
  edited.editing.text = '';
  edited.sendEdited(edited.editing, 'u', [answers]);
  const call = { type: 'call' as const, id: '1', name: 'calc', arguments: '{}' };
  words.kept = JSON.parse(JSON.stringify(edited.kept)) as KeptWords;
  expect(nextPage([node, answers]).editing?.text).toBe('');
  expect(nextPage([node, answers, { ...answers, id: 'b', parts: [call] }]).editing).toBeUndefined();
});
