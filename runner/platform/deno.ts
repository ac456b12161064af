import type { Listen, Platform, Watch } from './platform.ts';
import { isTemporaryName, nodeDisk } from './node-disk.ts';
import { openDatabase } from './database.ts';

/** The part of Deno that the runner needs beside its `node:` modules. */
interface DenoServing {
  version: { deno: string };
  errors: { AddrInUse: new () => Error };
  serve(
    options: { hostname: string; port: number; onListen(): void },
    answer: (request: Request) => Response | Promise<Response>,
  ): { addr: { port: number }; shutdown(): Promise<void> };
  watchFs(
    path: string,
    options: { recursive: boolean },
  ): AsyncIterable<{ kind: string; paths: string[] }> & { close(): void };
}
declare const Deno: DenoServing;

const listen: Listen = async (answer, { hostname, port }) => {
  try {
    const server = Deno.serve({ hostname, port, onListen: () => undefined }, (request) =>
      // Deno glues this address together from the request line and does not normalise it.
      answer(request, { rawPath: request.url.replace(/^[a-z]+:\/\/[^/]*/i, '') }),
    );
    return { port: server.addr.port, close: () => server.shutdown() };
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return 'taken';
    throw error;
  }
};

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
