import { createAdaptorServer } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import type { Server } from 'node:http';
import type { Listen } from './platform.ts';

/** Milliseconds that a connection has for the headers of its request, and for the whole of it. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
/** How often connections are looked at; the default of Node would make three times the limit of it. */
const LOOK_MS = 2_000;
/** Connections that are open at once, whether they say anything or not; each costs a file of the process. */
const MOST_CONNECTIONS = 1_000;

/**
 * HTTP by `node:http` on both engines: the server of Deno has no limit for connections that send no
 * headers, and through its `node:http` the limits hold (Deno 2.9.6).
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
