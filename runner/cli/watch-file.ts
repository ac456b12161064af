import type { Disk } from '../platform/disk.ts';
import type { Watching } from '../platform/platform.ts';

const everyMs = 1_000;

/**
 * Calls back when a file is made, changed or removed. It is looked at from time to time, since an engine
 * watches what is there alone, and loses a file that another takes the place of.
 */
export async function watchFile(disk: Disk, path: string, changed: () => void): Promise<Watching> {
  const look = async () => (await disk.look(path))?.modifiedAt;
  let known = await look();
  const timer = setInterval(() => {
    void look().then((now) => {
      if (now === known) return;
      known = now;
      changed();
    });
  }, everyMs);
  return { close: async () => clearInterval(timer) };
}
