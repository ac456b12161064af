import { expect, test } from 'vitest';
import type { RunEvent } from '../../shared/protocol/events.ts';
import { EventReplay } from './event-replay.ts';

/** What somebody hears who comes after all of this. */
async function heardLater(events: Iterable<RunEvent>): Promise<RunEvent[]> {
  const told = new EventReplay((event) => event.type === 'approval');
  for (const event of events) told.tell(event);
  const heard: RunEvent[] = [];
  await told.hear((event) => heard.push(event), AbortSignal.abort());
  return heard;
}
const output = (stream: 'stdout' | 'stderr', text = '.'): RunEvent => ({
  type: 'output',
  ...{ stream, text },
});

test('output in several pieces is replayed as one piece', async () => {
  const heard = await heardLater([output('stdout', 'a'), output('stdout', 'b'), output('stderr')]);
  expect(heard).toEqual([output('stdout', 'ab'), output('stderr')]);
});

test('a run that alternates between its streams at every character stays within the limit', async () => {
  const streams = Array.from({ length: 100_000 }, (_, at) =>
    output(at % 2 === 0 ? 'stdout' : 'stderr'),
  );
  expect((await heardLater(streams)).length).toBeLessThan(10_000);
});

test('settled questions and notices are not kept while the run goes on', async () => {
  const asked: string[] = [];
  const told = new EventReplay((event) => {
    if (event.type === 'question') asked.push(event.question.id);
    return event.type === 'question' && event.question.id === 'open';
  });
  for (const id of ['open', 'notice-1', 'notice-2', 'notice-3']) {
    const ask = { kind: 'notify', message: 'x', level: 'info' } as const;
    told.tell({ type: 'question', question: { id, runId: 'r', tool: 't', ask, expiresAt: 0 } });
  }
  asked.length = 0;
  const heard: RunEvent[] = [];
  await told.hear((event) => heard.push(event), AbortSignal.abort());
  expect(heard).toMatchObject([{ question: { id: 'open' } }]);
  // Only the newest is left to be looked at.
  expect(asked).toEqual(['open', 'notice-3']);
});
