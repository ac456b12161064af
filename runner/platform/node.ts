import { watch } from 'chokidar';
import process from 'node:process';
import type { Platform, Watch } from './platform.ts';
import { listen } from './listen.ts';
import { isTemporaryName, nodeDisk } from './disk/node-disk.ts';
import { openDatabase } from './database.ts';

/** Watches with chokidar, which runs on Node and Deno. Does not follow links. */
const nodeWatch: Watch = async (folder, changed) => {
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    depth: 8,
    ignored: (path) => isTemporaryName(path.slice(path.lastIndexOf('/') + 1)),
  });
  watcher.on('all', (_event, path) => changed(path));
  // If the watcher fails, only the live updates of the page are lost.
  watcher.on('error', () => undefined);
  await new Promise<void>((ready) => watcher.once('ready', () => ready()));
  return { close: () => watcher.close() };
};

/** Returns the platform for Node 20.19 and later. */
export const nodePlatform = (): Platform => ({
  engine: `Node ${process.versions.node}`,
  disk: nodeDisk,
  openDatabase,
  watch: nodeWatch,
  listen,
});
