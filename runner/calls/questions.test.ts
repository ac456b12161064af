import { expect, test } from 'vitest';
import type { RunEvent } from '../../shared/protocol/events.ts';
import type { UiQuestion } from '../../shared/tool/run/host.ts';
import { Questions } from './questions.ts';

const confirm: UiQuestion = { kind: 'confirm', title: 'Go on?', message: '' };

function scene(waitMs = 60_000) {
  const questions = new Questions(() => waitMs);
  const events: RunEvent[] = [];
  const leave = new AbortController();
  const ask = (question: UiQuestion = confirm) =>
    questions.ask(
      { runId: 'run', tool: 'tool', ask: question },
      (event) => events.push(event),
      leave.signal,
    );
  const id = () => {
    const [event] = events;
    return event?.type === 'question' ? event.question.id : '';
  };
  return { questions, events, leave, ask, id };
}

test('a question of a tool is sent, and answered once, by its id and its run', async () => {
  const { questions, events, ask, id } = scene();
  const before = Date.now();
  const asked = ask();
  expect(events).toEqual([
    {
      type: 'question',
      question: {
        ...{ id: expect.any(String), runId: 'run', tool: 'tool', ask: confirm },
        expiresAt: expect.any(Number),
      },
    },
  ]);
  const [event] = events;
  const expiresAt = event?.type === 'question' ? event.question.expiresAt : 0;
  expect(expiresAt).toBeGreaterThanOrEqual(before + 60_000);
  expect(questions.answer('run', { id: 'other', value: true })).toBe(false);
  expect(questions.answer('another', { id: id(), value: true })).toBe(false);
  expect(questions.answer('run', { id: id(), value: true })).toBe(true);
  expect(questions.answer('run', { id: id(), value: false })).toBe(false);
  expect(await asked).toBe(true);
});

test('a note to the person does not wait and takes no answer', async () => {
  const { questions, events, ask, id } = scene();
  expect(await ask({ kind: 'notify', message: 'Done', level: 'info' })).toBeUndefined();
  expect(events.length).toBe(1);
  expect(questions.answer('run', { id: id(), value: true })).toBe(false);
});

test('a timeout gives no answer', async () => {
  const { questions, ask, id } = scene(5);
  expect(await ask()).toBeUndefined();
  expect(questions.answer('run', { id: id(), value: true })).toBe(false);
});

test.each(['before', 'after'])(
  'a call that ends %s its question goes on without one',
  async (when) => {
    const { questions, leave, ask, id } = scene();
    if (when === 'before') leave.abort();
    const asked = ask();
    leave.abort();
    expect(await asked).toBeUndefined();
    expect(questions.answer('run', { id: id(), value: true })).toBe(false);
  },
);
