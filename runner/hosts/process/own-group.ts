import { spawnGroup } from '../../platform/spawn.ts';
import { together } from './watch-limits.ts';

const program = decodeURIComponent(new URL('./group.sh', import.meta.url).pathname);
/** Above what the watch ends a call for, so that it is the watch that says why. */
const MOST_PROCESSES = together.processes + 128;

const inGroup = (most: number, command: string, args: string[]) => ({
  command: '/bin/sh',
  args: [program, String(most), command, ...args],
});

let available: Promise<boolean> | undefined;

/** Whether a program that is started so is in a group: root alone may make one, and not on every machine. */
async function isAvailable(): Promise<boolean> {
  const look = inGroup(8, '/bin/sh', ['-c', 'grep -Eq "^(.*:pids|0:):/lathe-" /proc/self/cgroup']);
  const child = await spawnGroup(look.command, look.args, {
    env: { PATH: '/usr/bin:/bin' },
    onStdout: () => undefined,
    onStderr: () => undefined,
  });
  if ('error' in child) return false;
  child.endInput();
  return (await child.exited).code === 0;
}

/**
 * The same program under a limit of the kernel on the number of its processes, where one can be had.
 * It stops a burst that is faster than any watch; accounts other than root have such a limit already.
 */
export async function ownGroup<Start extends { command: string; args: string[] }>(
  start: Start,
): Promise<Start> {
  available ??= isAvailable();
  if (!(await available)) return start;
  return { ...start, ...inGroup(MOST_PROCESSES, start.command, start.args) };
}
