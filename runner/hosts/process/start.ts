import { runProgram, spawnGroup } from '../../platform/process/spawn.ts';
import type { Child } from '../../platform/process/spawn.ts';
import { tempDirectory } from '../../platform/disk/folders.ts';
import type { TempDirectory } from '../../platform/disk/folders.ts';
import type { Launch } from './launch.ts';
import { together } from './end.ts';

const program = decodeURIComponent(new URL('./group.sh', import.meta.url).pathname);
/** Above the watcher's limit, so that the watcher reports why a call ended. */
const MOST_PROCESSES = together.processes + 128;

const inGroup = (most: number, command: string, args: string[]) => ({
  command: '/bin/sh',
  args: [program, String(most), command, ...args],
});

let available: Promise<boolean> | undefined;

type Hear = (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;

/** A program with its own directory. */
export interface Started {
  child: Child;
  temp: TempDirectory;
  /** The path of the script's answer. */
  answer?: string;
  /** Sets the reader of its streams, which also gets what came before. */
  hear(hear: Hear): void;
  hasEnded(): boolean;
  /** Kills what is left of it and removes its files. */
  remove(): Promise<void>;
}

/** Starts a program in its own control group, after `layOut` filled its directory. */
export async function start(
  layOut: (temp: TempDirectory) => Promise<Launch>,
): Promise<Started | { error: string }> {
  const temp = await tempDirectory();
  try {
    const { command, args, answer, ...options } = await ownGroup(await layOut(temp));
    // Kept for a reader that is set later.
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

/** Whether control groups can be created: only by root, and not on every machine. */
async function isAvailable(): Promise<boolean> {
  const look = inGroup(8, '/bin/sh', ['-c', 'grep -Eq "^(.*:pids|0:):/lathe-" /proc/self/cgroup']);
  return (await runProgram(look.command, look.args, { PATH: '/usr/bin:/bin' })) !== undefined;
}

/**
 * Adds a kernel limit of processes, if available. It stops a burst that is faster than any watcher; accounts other
 * than root have such a limit already.
 */
async function ownGroup<Start extends { command: string; args: string[] }>(
  start: Start,
): Promise<Start> {
  available ??= isAvailable();
  if (!(await available)) return start;
  return { ...start, ...inGroup(MOST_PROCESSES, start.command, start.args) };
}
