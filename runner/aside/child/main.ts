import { serveThread } from '../../platform/worker.ts';
import { readJson, writeJson } from '../../../shared/tool/exact-number.ts';
import { answerOf, tasks, type TaskName } from '../tasks.ts';

/** The thread: runs one task after the other and answers with the result. */
serveThread(async (message) => {
  const { task, given } = readJson(String(message)) as { task: TaskName; given: unknown[] };
  const work = tasks[task] as (...given: unknown[]) => Promise<unknown>;
  return writeJson(await answerOf(() => work(...given)));
});
