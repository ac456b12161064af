import type { Channel } from '../../server/channel.ts';
import type { Watch, Watching } from '../../platform/platform.ts';

/** An editor writes a file in several steps; they are told as one. */
const quietMs = 120;

/** Tells every page which folders changed on disk, whoever changed them. */
export async function watchTools(
  watch: Watch,
  folder: string,
  channel: Channel,
): Promise<Watching> {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    const ids = [...changed].sort();
    changed.clear();
    channel.tell({ event: 'changed', data: { ids } });
  };
  const watching = await watch(folder, (path) => {
    const [id] = path.slice(folder.length + 1).split('/');
    if (!id || id.startsWith('.')) return;
    changed.add(id);
    clearTimeout(timer);
    timer = setTimeout(tell, quietMs);
  });
  return {
    close: async () => {
      clearTimeout(timer);
      await watching.close();
    },
  };
}
