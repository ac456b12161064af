import { watch } from 'chokidar';
import process from 'node:process';
import type { Platform, Watch } from './platform.ts';
import { listen } from './listen.ts';
import { isTemporaryName, nodeDisk } from './disk/node-disk.ts';
import { openDatabase } from './database.ts';

/** Watches with chokidar, which runs on Node and Deno. Links are not followed. */
const nodeWatch: Watch = async (folder, changed) => {
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

/** The runner's platform on Node 20.19 and later. */
export const nodePlatform = (): Platform => ({
  engine: `Node ${process.versions.node}`,
  disk: nodeDisk,
  openDatabase,
  watch: nodeWatch,
  listen,
});
