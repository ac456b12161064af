import type { Platform, Watch } from './platform.ts';
import { listen } from './listen.ts';
import { isTemporaryName, nodeDisk } from './disk/node-disk.ts';
import { openDatabase } from './database.ts';

/** The part of Deno that the runner needs beside its `node:` modules. */
interface DenoEngine {
  version: { deno: string };
  watchFs(
    path: string,
    options: { recursive: boolean },
  ): AsyncIterable<{ kind: string; paths: string[] }> & { close(): void };
}
declare const Deno: DenoEngine;

/** Deno's own watcher: chokidar, through Deno's `node:fs`, misses folders that are made later. */
const watch: Watch = async (folder, changed) => {
  const watcher = Deno.watchFs(folder, { recursive: true });
  const follow = async () => {
    for await (const { kind, paths } of watcher) {
      // Reading a file is an event of its own.
      if (kind === 'access') continue;
      for (const path of paths) {
        if (!isTemporaryName(path.slice(path.lastIndexOf('/') + 1))) changed(path);
      }
    }
  };
  // A watcher that fails costs the live update of the page, nothing else.
  follow().catch(() => undefined);
  return { close: async () => watcher.close() };
};

/** The runner's platform on Deno 2. */
export const denoPlatform = (): Platform => ({
  engine: `Deno ${Deno.version.deno}`,
  disk: nodeDisk,
  openDatabase,
  watch,
  listen,
});
