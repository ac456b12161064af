import type { Disk } from '../../platform/disk/disk.ts';
import type { Watch, Watching } from '../../platform/platform.ts';
import { stampOfFolders } from '../../remote/in-folders/server-folders.ts';

/** How long to wait for more changes, because an editor writes a file in several steps. */
const quietMs = 120;

/** Marks folders that change on the disk, and reports them after a quiet moment. */
export async function watchTools(
  watch: Watch,
  folder: string,
  { mark, tell }: { mark(ids: string[]): void; tell(ids: string[]): void },
): Promise<Watching> {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watching = await watch(folder, (path) => {
    const [id] = path.slice(folder.length + 1).split('/');
    if (!id || id.startsWith('.')) return;
    mark([id]);
    changed.add(id);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const ids = [...changed].sort();
      changed.clear();
      tell(ids);
    }, quietMs);
  });
  return {
    close: async () => {
      clearTimeout(timer);
      await watching.close();
    },
  };
}

/** Calls back when other programs' servers, or their stored declarations, change. */
export const watchServers = (
  disk: Disk,
  workspace: string,
  changed: () => void,
): Promise<Watching[]> =>
  Promise.all([
    ...[`${workspace}/.lathe/mcp-servers.json`, `${workspace}/.lathe/mcp`].map((path) =>
      watchFile(disk, path, changed),
    ),
    watchLook(() => stampOfFolders(disk, workspace), changed),
  ]);

const everyMs = 1_000;

/**
 * Calls back when a file is created, changed or removed. Polls, because an engine's watcher only watches what
 * exists, and loses a file that is replaced.
 */
export const watchFile = (disk: Disk, path: string, changed: () => void): Promise<Watching> =>
  watchLook(async () => (await disk.look(path))?.modifiedAt, changed);

async function watchLook(
  look: () => Promise<string | number | undefined>,
  changed: () => void,
): Promise<Watching> {
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
