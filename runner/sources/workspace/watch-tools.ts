import type { Watch, Watching } from '../../platform/platform.ts';

/** An editor writes a file in several steps; they are told as one. */
const quietMs = 120;

/** Marks folders that change on disk, whoever changed them, and tells of them once it is quiet. */
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
