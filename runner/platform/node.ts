import { createAdaptorServer } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import type { Server } from 'node:http';
import process from 'node:process';
import type { Listen } from './listen.ts';
import { nodeDisk } from './node-disk.ts';
import { nodeWatch } from './node-watch.ts';
import { openDatabase } from './open-database.ts';
import type { Platform } from './platform.ts';

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
