import { createAdaptorServer } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import type { Server } from 'node:http';
import type { Listen } from './platform.ts';

/** The time limits for the headers of a request, and for the whole request, in milliseconds. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
/** How often connections are checked; Node's default would triple the limit. */
const LOOK_MS = 2_000;
/** The limit of open connections, idle ones included; each takes a file descriptor. */
const MOST_CONNECTIONS = 1_000;

/**
 * Serves HTTP with `node:http` on both engines: Deno's own server has no time limit for headers, and its
 * `node:http` enforces these limits (Deno 2.9.6).
 */
export const listen: Listen = (answer, { hostname, port }) =>
  new Promise((settle, fail) => {
    const server = createAdaptorServer({
      fetch: (request, env) =>
        answer(request, { rawPath: (env as HttpBindings).incoming.url ?? '/' }),
      serverOptions: {
        headersTimeout: HEADERS_MS,
        requestTimeout: REQUEST_MS,
        connectionsCheckingInterval: LOOK_MS,
      },
    }) as Server;
    server.maxConnections = MOST_CONNECTIONS;
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? settle('taken') : fail(error),
    );
    server.listen(port, hostname, () => {
      const bound = server.address();
      settle({
        ...(typeof bound === 'object' && bound ? bound : { address: hostname, port }),
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
