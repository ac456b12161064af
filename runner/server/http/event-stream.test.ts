import { expect, test } from 'vitest';
import { eventStream, type Send } from './event-stream.ts';

const LINE = 'x'.repeat(1024 * 1024);

test('a client that never reads counts as gone, and waiting events are dropped', async () => {
  let sent = 0;
  const isGone = await new Promise<boolean>((settle) => {
    const response = eventStream(async (send, gone) => {
      for (; sent < 200 && !gone.aborted; sent += 1) send('text', LINE);
      settle(gone.aborted);
    });
    expect(response.body).not.toBeNull();
  });
  expect(isGone).toBe(true);
  expect(sent).toBeLessThan(70);
});

test('what is told after the end changes nothing', async () => {
  let late: Send = () => undefined;
  const response = eventStream(async (send) => {
    late = send;
    send('text', 'last');
  });
  expect(await response.text()).toContain('"last"');
  late('text', 'later');
  // A write that is due throws where nobody could catch it, and the runner would end.
  await new Promise((settle) => setImmediate(settle));
});

test('a client that reads gets everything', async () => {
  const response = eventStream(async (send) => {
    for (let sent = 0; sent < 5; sent += 1) send('text', sent, sent);
  });
  expect((await response.text()).match(/^id: \d$/gm)).toHaveLength(5);
});

test('events of one turn of the event loop are written together, before an error', async () => {
  const response = eventStream(async (send) => {
    for (let sent = 0; sent < 5; sent += 1) send('text', sent, sent);
    await new Promise((settle) => setImmediate(settle));
    send('text', 'last');
    throw new Error('broken');
  });
  const pieces: string[] = [];
  const read = async () => {
    for await (const bytes of response.body ?? []) pieces.push(new TextDecoder().decode(bytes));
  };
  await expect(read()).rejects.toThrow('broken');
  expect(pieces.map((piece) => piece.match(/^event:/gm)?.length ?? 0)).toEqual([0, 5, 1]);
});
