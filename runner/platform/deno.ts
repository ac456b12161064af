import type { Listen } from './listen.ts';
import { nodeDisk } from './node-disk.ts';
import { nodeWatch } from './node-watch.ts';
import { openDatabase } from './open-database.ts';
import type { Platform } from './platform.ts';

/** The part of Deno that the runner needs beside its `node:` modules. */
interface DenoServing {
  version: { deno: string };
  errors: { AddrInUse: new () => Error };
  serve(
    options: { hostname: string; port: number; onListen(): void },
    answer: (request: Request) => Response | Promise<Response>,
  ): { addr: { port: number }; shutdown(): Promise<void> };
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

/** The runner's platform on Deno 2. */
export const denoPlatform = (): Platform => ({
  engine: `Deno ${Deno.version.deno}`,
  disk: nodeDisk,
  openDatabase,
  watch: nodeWatch,
  listen,
});
