import { serveThread } from '../../platform/worker.ts';
import { readJson, writeJson } from '../../../shared/tool/exact-number.ts';
import { answerOf, tasks, type TaskName } from '../tasks.ts';

/** Beside the event loop: does one task after the other, and says what came of it. */
serveThread(async (message) => {
  const { task, given } = readJson(String(message)) as { task: TaskName; given: unknown[] };
  const work = tasks[task] as (...given: unknown[]) => Promise<unknown>;
  return writeJson(await answerOf(() => work(...given)));
});
