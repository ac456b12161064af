import { expect, test } from 'vitest';
import { z } from 'zod';
import { AskedWorker } from './asked-worker.ts';

/** A worker whose answers the test gives. */
class Fake {
  asked: { id: number; text: string }[] = [];
  onmessage: (event: { data: unknown }) => void = () => undefined;
  onerror: (event: { message: string }) => void = () => undefined;
  postMessage(question: { id: number; text: string }): void {
    this.asked.push(question);
  }
}

const open = () => {
  const opened: Fake[] = [];
  const asked = new AskedWorker(
    () => {
      const fake = new Fake();
      opened.push(fake);
      return fake as unknown as Worker;
    },
    z.object({ said: z.string() }),
  );
  return { opened, asked };
};

test('is opened at the first question, and gives each answer to whom it belongs', async () => {
  const { opened, asked } = open();
  expect(opened).toHaveLength(0);
  const answers = [asked.ask({ text: 'a' }), asked.ask({ text: 'b' })];
  const [worker] = opened;
  expect(opened).toHaveLength(1);
  for (const { id, text } of worker!.asked.toReversed()) {
    worker!.onmessage({ data: { id, said: `to ${text}` } });
  }
  expect(await Promise.all(answers)).toEqual([{ said: 'to a' }, { said: 'to b' }]);
});

test('an answer may be that it failed', async () => {
  const { opened, asked } = open();
  const answer = asked.ask({ text: 'a' });
  opened[0]!.onmessage({ data: { id: 1, error: 'no grammar' } });
  expect(await answer).toEqual({ error: 'no grammar' });
});

test.each([
  ['it says why', 'out of memory', 'out of memory'],
  ['it says nothing', '', 'It did not start'],
])(
  'who waits when it breaks hears of it, and the next opens it anew: %s',
  async (_, message, error) => {
    const { opened, asked } = open();
    const waiting = [asked.ask({ text: 'a' }), asked.ask({ text: 'b' })];
    opened[0]!.onerror({ message });
    expect(await Promise.all(waiting)).toEqual([{ error }, { error }]);
    const again = asked.ask({ text: 'c' });
    expect(opened).toHaveLength(2);
    opened[1]!.onmessage({ data: { id: 3, said: 'here' } });
    expect(await again).toEqual({ said: 'here' });
  },
);
