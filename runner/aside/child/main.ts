import { serveThread } from '../../platform/worker.ts';
import { answerOf, tasks, type TaskName } from '../tasks.ts';

/** Beside the event loop: does one task after the other, and says what came of it. */
serveThread((message) => {
  const { task, given } = message as { task: TaskName; given: unknown[] };
  const work = tasks[task] as (...given: unknown[]) => Promise<unknown>;
  return answerOf(() => work(...given));
});
