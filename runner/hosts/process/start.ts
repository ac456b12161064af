import { spawnGroup, type Child } from '../../platform/spawn.ts';
import { tempDirectory, type TempDirectory } from '../../platform/temp-directory.ts';
import type { Launch } from './launch.ts';
import { ownGroup } from './own-group.ts';

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
      ...(answer === undefined ? {} : { answer }),
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
