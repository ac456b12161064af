import { startThread, type Thread } from '../platform/worker.ts';
import { readJson, writeJson } from '../../shared/tool/exact-number.ts';
import { Turns } from '../../shared/tool/run/turns.ts';
import { answerOf, tasks, type Answer, type TaskName, type Tasks } from './tasks.ts';
import { isLight } from './weigh.ts';

/** The time limit of a task in milliseconds, counted from its start, and the other limits. */
export const asideLimits = { taskMs: 10_000, threads: 2, waiting: 64, idleMs: 15_000 } as const;

export type Outcome<T> =
  | { ok: true; value: T }
  /** The task exceeded its limit (`afterMs`), or could not run at all. */
  | { ok: false; reason: string; afterMs?: number };

/** A thread with its current task; it runs one at a time. */
interface Hand {
  thread: Thread;
  answered(answer: Answer): void;
}

const child = new URL('./child/main.ts', import.meta.url);
const turns = new Turns({ width: asideLimits.threads, ofEach: 1 });
const idle: Hand[] = [];
let waiting = 0;

/**
 * Runs work that takes more than a moment in a thread, with a time limit, so that it blocks nobody. Light work runs
 * at once, because handing it over costs more. Tasks with the same `key` queue, so they use one thread at most. The
 * queue is limited except for patient callers.
 */
export async function aside<K extends TaskName>(
  task: K,
  given: Parameters<Tasks[K]>,
  { key = '', isPatient = false }: { key?: string; isPatient?: boolean } = {},
): Promise<Outcome<Awaited<ReturnType<Tasks[K]>>>> {
  type Value = Awaited<ReturnType<Tasks[K]>>;
  if (isLight(given)) {
    const work = tasks[task] as (...given: unknown[]) => Promise<unknown>;
    const answer = await answerOf(() => work(...given));
    return ('value' in answer ? { ok: true, ...answer } : no(answer.broke)) as Outcome<Value>;
  }
  if (waiting >= asideLimits.waiting && !isPatient)
    return no(`${waiting} large texts wait to be read already; try again in a moment`);
  waiting += 1;
  try {
    const outcome = await turns.run(() => byHand({ task, given }), key);
    return outcome as Outcome<Value>;
  } finally {
    waiting -= 1;
  }
}

const no = (reason: string) => ({ ok: false as const, reason });

async function byHand(message: object): Promise<Outcome<unknown>> {
  const hand = idle.pop() ?? (await startHand());
  if ('broke' in hand) return no(hand.broke);
  const limitMs = asideLimits.taskMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((settle) => {
    timer = setTimeout(() => settle('late'), limitMs);
  });
  const answer = new Promise<Answer>((settle) => (hand.answered = settle));
  hand.thread.post(writeJson(message));
  const first = await Promise.race([answer, late]);
  clearTimeout(timer);
  if (first === 'late') {
    await hand.thread.end();
    const reason = `it took longer than ${limitMs / 1000} s and was stopped`;
    return { ok: false, reason, afterMs: limitMs };
  }
  if ('broke' in first) {
    await hand.thread.end();
    return no(first.broke);
  }
  rest(hand);
  return { ok: true, value: first.value };
}

/** Starts a thread. The time limit starts when the thread is ready, however long the machine takes. */
async function startHand(): Promise<Hand | { broke: string }> {
  return new Promise((settle) => {
    const thread = startThread(child, {
      said: (message) =>
        message === 'ready' ? settle(hand) : hand.answered(readJson(String(message)) as Answer),
      broke(reason) {
        settle({ broke: reason });
        hand.answered({ broke: reason });
      },
    });
    const hand: Hand = { thread, answered: () => undefined };
  });
}

/** Keeps the thread for the next task, and ends it when it stays idle. */
function rest(hand: Hand): void {
  idle.push(hand);
  const timer = setTimeout(() => {
    const at = idle.indexOf(hand);
    if (at < 0) return;
    idle.splice(at, 1);
    void hand.thread.end();
  }, asideLimits.idleMs);
  (timer as { unref?(): void }).unref?.();
  hand.answered = () => {
    clearTimeout(timer);
    const at = idle.indexOf(hand);
    if (at >= 0) idle.splice(at, 1);
  };
}
