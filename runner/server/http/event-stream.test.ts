import { expect, test } from 'vitest';
import { eventStream, readOrLost, type Send } from './event-stream.ts';

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

/** An event stream whose source never waits; `gone` settles once it is cancelled. */
function unwaiting(pieces: number) {
  let left = () => undefined as void;
  const gone = new Promise<void>((settle) => (left = settle));
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      for (let sent = 0; sent < pieces; sent += 1)
        controller.enqueue(new TextEncoder().encode(LINE));
      if (pieces < 60) controller.close();
    },
    cancel: () => left(),
  };
  const headers = { 'Content-Type': 'text/event-stream' };
  return { gone, answer: new Response(new ReadableStream(source), { headers, status: 203 }) };
}

test('a client that does not read events of other code loses its stream, and that code learns it', async () => {
  const { gone, answer } = unwaiting(70);
  const bounded = readOrLost(answer);
  await gone;
  expect(bounded.status).toBe(203);
  await expect(bounded.text()).rejects.toThrow('Nobody reads');
});

test('a client that reads events of other code gets everything', async () => {
  expect((await readOrLost(unwaiting(5).answer).text()).length).toBe(5 * LINE.length);
});

test('other code learns that the client of its events left', async () => {
  const { gone, answer } = unwaiting(60);
  await readOrLost(answer).body?.cancel();
  await gone;
});

test('answers that are no events stay as they are', () => {
  const answer = Response.json({});
  expect(readOrLost(answer)).toBe(answer);
});
