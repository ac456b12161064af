import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OpenConversation } from '../conversation.svelte.ts';
import { Conversations } from '../conversations.svelte.ts';
import { around, emptyConversation } from './fixtures/conversation.ts';

/** One that an agent holds: nobody here hears of it. */
const going = { ...emptyConversation, isGoingOn: true };
const gone = (): Response =>
  Response.json({ error: { code: 'no-such-conversation', message: 'None' } }, { status: 404 });
let asked: ((answer: Response | Promise<never>) => void)[] = [];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('fetch', () => new Promise((answer) => asked.push(answer)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['that it goes on', () => Response.json(going)],
  ['that it is gone', gone],
  ['nothing', () => Promise.reject(new Error('offline'))],
])(
  'a conversation that is closed is not read again, where the runner then says %s',
  async (_what, answer) => {
    const talk = new OpenConversation(going, around);
    expect(vi.getTimerCount()).toBe(1);
    const reading = talk.again();
    talk.close();
    asked[0]?.(answer());
    await reading;
    expect(vi.getTimerCount()).toBe(0);
    await Promise.race([talk.again(), Promise.resolve()]);
    expect(asked).toHaveLength(1);
  },
);

test('a conversation that was deleted goes on no more, and is not asked for again', async () => {
  const talk = new OpenConversation(going, around);
  const reading = talk.again();
  asked[0]?.(gone());
  await reading;
  expect(talk.isGoingOn).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('whoever hears of several messages at once reads it once more, and not for each', async () => {
  const talk = new OpenConversation(emptyConversation, around);
  const all = [talk.again(), talk.again(), talk.again()];
  expect(asked).toHaveLength(1);
  asked[0]?.(Response.json(emptyConversation));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.(Response.json({ ...emptyConversation, title: 'Two' }));
  await Promise.all(all);
  expect(asked).toHaveLength(2);
  expect(talk.title).toBe('Two');
});

test('one that nobody answers for is asked for again, once', async () => {
  const talk = new OpenConversation(going, around);
  const reading = talk.again();
  asked[0]?.(Promise.reject(new Error('offline')));
  await reading;
  expect(vi.getTimerCount()).toBe(1);
});

test('one that is left while an agent holds it is read anew when it is opened again', async () => {
  const conversations = new Conversations({} as ConstructorParameters<typeof Conversations>[0]);
  for (const reads of [1, 2]) {
    const opening = conversations.open('c');
    expect(asked).toHaveLength(reads);
    asked.at(-1)?.(Response.json(going));
    await opening;
    expect(conversations.current?.isElsewhere).toBe(true);
    expect(vi.getTimerCount()).toBe(1);
    conversations.close();
    expect(vi.getTimerCount()).toBe(0);
  }
});
