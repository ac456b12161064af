import { watch } from 'chokidar';
import { isTemporaryName } from './temporary-name.ts';
import type { Watch } from './watch.ts';

/** Watches with chokidar, which runs on Node and Deno. Links are not followed. */
export const nodeWatch: Watch = async (folder, changed) => {
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    depth: 8,
    ignored: (path) => isTemporaryName(path.slice(path.lastIndexOf('/') + 1)),
  });
  watcher.on('all', (_event, path) => changed(path));
  // A watcher that fails costs the live update of the page, nothing else.
  watcher.on('error', () => undefined);
  await new Promise<void>((ready) => watcher.once('ready', () => ready()));
  return { close: () => watcher.close() };
};
