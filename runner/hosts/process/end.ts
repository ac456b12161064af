import { spawnGroup } from '../../platform/process/spawn.ts';
import type { Child, Exit } from '../../platform/process/spawn.ts';

/**
 * The limits for all processes of one call together. With the in-memory files of the sandbox (box.ts), a call stays
 * below 1 GiB.
 */
export const together = { memoryMib: 640, processes: 512, everySeconds: 0.1 };

/** How long a call runs before it is watched, in milliseconds; most are shorter. */
const LATER = 150;
const program = decodeURIComponent(new URL('./watch.sh', import.meta.url).pathname);

export type Excess = 'memory' | 'processes';

export type Cause = 'finished' | 'timed-out' | 'cancelled' | Excess;

/** How long a program may take to exit by itself, and its streams to close, in milliseconds. */
const GRACE = 500;

/**
 * Waits for a program's end, however it comes. The first cause wins: an exit after a kill is not reported as the
 * program's own. No process of its group survives.
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
  const watching = watchLimits(child, together, (what) => {
    stop(what);
    // A program above its limits is killed at once.
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
  // Background processes keep its streams open and must not outlive it.
  child.kill('SIGKILL');
  await Promise.race([child.exited, new Promise((done) => setTimeout(done, GRACE))]);
  return { cause, exit };
}

/** Watches a program and its descendants, and calls back once if they exceed the limits. */
export function watchLimits(
  child: Child,
  limits: typeof together,
  exceeded: (what: Excess) => void,
): { stop(): void } {
  let watcher: Child | undefined;
  let isOver = false;
  const { memoryMib, processes, everySeconds } = limits;
  const args = [program, child.pid, memoryMib * 1024, processes, everySeconds].map(String);
  const begin = async () => {
    const started = await spawnGroup('sh', args, {
      env: { PATH: '/usr/bin:/bin' },
      onStdout(bytes) {
        const said = new TextDecoder().decode(bytes).trim();
        if (!isOver && (said === 'memory' || said === 'processes')) exceeded(said);
      },
      onStderr: () => undefined,
    });
    if ('error' in started) return;
    started.endInput();
    if (isOver) started.kill('SIGKILL');
    else watcher = started;
  };
  const timer = setTimeout(() => void begin(), LATER);
  return {
    stop() {
      isOver = true;
      clearTimeout(timer);
      watcher?.kill('SIGKILL');
    },
  };
}
