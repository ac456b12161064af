import { createAdaptorServer } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import { Agent, request, type Server } from 'node:http';
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

type PostHere = (body: string) => Promise<string | undefined>;

/**
 * Posts to an address of this process, over one connection that stays: the text of the answer, undefined where it is
 * not 2xx; rejects where the connection breaks or the signal is given. No proxy of the environment comes between,
 * as it would with `fetch`.
 */
export function postHere(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): { post: PostHere; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post: PostHere = (body) =>
    new Promise((answer, fail) => {
      const length = { 'Content-Length': Buffer.byteLength(body) };
      const asked = { agent, signal, method: 'POST', headers: { ...headers, ...length } };
      const sent = request(url, asked, (response) => {
        const { statusCode = 0 } = response;
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('end', () => answer(statusCode >= 200 && statusCode < 300 ? text : undefined));
        response.on('error', fail);
      });
      sent.on('error', fail);
      sent.end(body);
    });
  return { post, close: () => agent.destroy() };
}
