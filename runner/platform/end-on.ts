import type { Child } from './spawn.ts';

/** Ends a program, and all that it started, as soon as the signal is given. */
export function endOn(signal: AbortSignal, child: Child): void {
  const end = (): void => child.kill('SIGKILL');
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  void child.exited.then(() => signal.removeEventListener('abort', end));
}
