import { runProgram, spawnGroup } from '../../platform/process/spawn.ts';
import type { Child } from '../../platform/process/spawn.ts';
import { tempDirectory } from '../../platform/disk/folders.ts';
import type { TempDirectory } from '../../platform/disk/folders.ts';
import type { Launch } from './launch.ts';
import { together } from './end.ts';

const program = decodeURIComponent(new URL('./group.sh', import.meta.url).pathname);
/** Above what the watch ends a call for, so that it is the watch that says why. */
const MOST_PROCESSES = together.processes + 128;

const inGroup = (most: number, command: string, args: string[]) => ({
  command: '/bin/sh',
  args: [program, String(most), command, ...args],
});

let available: Promise<boolean> | undefined;

type Hear = (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;

/** A program with a directory of its own. */
export interface Started {
  child: Child;
  temp: TempDirectory;
  /** Where the script's answer will be. */
  answer?: string;
  /** Who hears its streams, from their first byte on. */
  hear(hear: Hear): void;
  hasEnded(): boolean;
  /** Ends what is left of it; nothing of it stays on the machine. */
  remove(): Promise<void>;
}

/** Starts a program in a control group of its own, once `layOut` has filled its directory. */
export async function start(
  layOut: (temp: TempDirectory) => Promise<Launch>,
): Promise<Started | { error: string }> {
  const temp = await tempDirectory();
  try {
    const { command, args, answer, ...options } = await ownGroup(await layOut(temp));
    // Somebody may be told later what it says now.
    const unheard: Parameters<Hear>[] = [];
    let tell: Hear = (...piece) => void unheard.push(piece);
    const child = await spawnGroup(command, args, {
      ...options,
      onStdout: (bytes) => tell('stdout', bytes),
      onStderr: (bytes) => tell('stderr', bytes),
    });
    if ('error' in child) {
      await temp.remove();
      return { error: `"${command}" did not start: ${child.error}` };
    }
    let hasEnded = false;
    void child.finished.then(() => (hasEnded = true));
    return {
      child,
      temp,
      answer,
      hear(hear) {
        tell = hear;
        for (const piece of unheard.splice(0)) hear(...piece);
      },
      hasEnded: () => hasEnded,
      async remove() {
        if (!hasEnded) {
          child.kill('SIGKILL');
          await child.exited;
        }
        await temp.remove();
      },
    };
  } catch (cause) {
    await temp.remove();
    throw cause;
  }
}

/** Whether a program that is started so is in a group: root alone may make one, and not on every machine. */
async function isAvailable(): Promise<boolean> {
  const look = inGroup(8, '/bin/sh', ['-c', 'grep -Eq "^(.*:pids|0:):/lathe-" /proc/self/cgroup']);
  return (await runProgram(look.command, look.args, { PATH: '/usr/bin:/bin' })) !== undefined;
}

/**
 * The same program under a limit of the kernel on the number of its processes, where one can be had.
 * It stops a burst that is faster than any watch; accounts other than root have such a limit already.
 */
async function ownGroup<Start extends { command: string; args: string[] }>(
  start: Start,
): Promise<Start> {
  available ??= isAvailable();
  if (!(await available)) return start;
  return { ...start, ...inGroup(MOST_PROCESSES, start.command, start.args) };
}
