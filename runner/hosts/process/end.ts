import type { Child, Exit } from '../../platform/spawn.ts';
import { watchLimits, type Excess } from './watch-limits.ts';

export type Cause = 'finished' | 'timed-out' | 'cancelled' | Excess;

/** Milliseconds that a program has to leave on its own, and its streams to close after it. */
const GRACE = 500;

/**
 * Waits for a program's end, whatever ends it. The first cause wins: an exit that a kill brought
 * about is not reported as the program's own. Nothing of its group survives.
 */
export async function end(
  child: Child,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<{ cause: Cause; exit: Exit }> {
  let cause: Cause | undefined;
  let killer: ReturnType<typeof setTimeout> | undefined;
  const stop = (why: Cause) => {
    if (cause !== undefined) return;
    cause = why;
    child.kill('SIGTERM');
    killer = setTimeout(() => child.kill('SIGKILL'), GRACE);
  };
  const watching = watchLimits(child, (what) => {
    stop(what);
    // What eats the machine gets no time to leave.
    child.kill('SIGKILL');
  });
  const cancel = () => stop('cancelled');
  const timer = setTimeout(() => stop('timed-out'), timeoutMs);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();

  const exit = await child.finished;
  cause ??= 'finished';
  watching.stop();
  clearTimeout(timer);
  clearTimeout(killer);
  signal.removeEventListener('abort', cancel);
  // What the program left in the background holds its streams open, and must not outlive it.
  child.kill('SIGKILL');
  await Promise.race([child.exited, new Promise((done) => setTimeout(done, GRACE))]);
  return { cause, exit };
}
