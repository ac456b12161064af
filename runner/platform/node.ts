import { createAdaptorServer } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import { watch } from 'chokidar';
import type { Server } from 'node:http';
import process from 'node:process';
import type { Listen, Platform, Watch } from './platform.ts';
import { isTemporaryName, nodeDisk } from './node-disk.ts';
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

const listen: Listen = (answer, { hostname, port }) =>
  new Promise((settle, fail) => {
    const server = createAdaptorServer({
      fetch: (request, env) =>
        answer(request, { rawPath: (env as HttpBindings).incoming.url ?? '/' }),
      // A request that trickles in holds no connection for long.
      serverOptions: { headersTimeout: 10_000, requestTimeout: 60_000 },
    }) as Server;
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? settle('taken') : fail(error),
    );
    server.listen(port, hostname, () => {
      const address = server.address();
      settle({
        port: typeof address === 'object' && address ? address.port : port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });

/** The runner's platform on Node 20.19 and later. */
export const nodePlatform = (): Platform => ({
  engine: `Node ${process.versions.node}`,
  disk: nodeDisk,
  openDatabase,
  watch: nodeWatch,
  listen,
});
