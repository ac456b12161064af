import { spawnGroup, type Child } from '../../platform/spawn.ts';

/**
 * What all processes of one call may be together. Files in memory (box.ts) come on top, and with them
 * a call stays below 1 GiB.
 */
export const together = { memoryMib: 640, processes: 512 };

/** Milliseconds after which a call is worth watching: most are over before. */
const LATER = 150;
const program = decodeURIComponent(new URL('./watch.sh', import.meta.url).pathname);

export type Excess = 'memory' | 'processes';

/** Watches a program with all that it starts, and calls back once when they are too much. */
export function watchLimits(child: Child, exceeded: (what: Excess) => void): { stop(): void } {
  let watcher: Child | undefined;
  let isOver = false;
  const { memoryMib, processes } = together;
  const args = [program, child.pid, memoryMib * 1024, processes].map(String);
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
