import type { Platform, Watch } from './platform.ts';
import { listen } from './listen.ts';
import { isTemporaryName, nodeDisk } from './disk/node-disk.ts';
import { openDatabase } from './database.ts';

/** The part of Deno that the runner uses besides `node:` modules. */
interface DenoEngine {
  version: { deno: string };
  watchFs(
    path: string,
    options: { recursive: boolean },
  ): AsyncIterable<{ kind: string; paths: string[] }> & { close(): void };
}
declare const Deno: DenoEngine;

/** Deno's own watcher: chokidar, on Deno's `node:fs`, misses folders that are created later. */
const watch: Watch = async (folder, changed) => {
  const watcher = Deno.watchFs(folder, { recursive: true });
  const follow = async () => {
    for await (const { kind, paths } of watcher) {
      // Reading a file makes an event, too.
      if (kind === 'access') continue;
      for (const path of paths) {
        if (!isTemporaryName(path.slice(path.lastIndexOf('/') + 1))) changed(path);
      }
    }
  };
  // If the watcher fails, only the live updates of the page are lost.
  follow().catch(() => undefined);
  return { close: async () => watcher.close() };
};

/** Returns the platform for Deno 2. */
export const denoPlatform = (): Platform => ({
  engine: `Deno ${Deno.version.deno}`,
  disk: nodeDisk,
  openDatabase,
  watch,
  listen,
});
