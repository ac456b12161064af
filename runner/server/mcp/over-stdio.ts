import type { Server } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { exactStdio } from '../../platform/exact-stdio.ts';
import type { Offer } from './offer.ts';
import { mcpServer } from './mcp-server.ts';

export interface StdioConnection {
  toolsChanged(): void;
  /** Settles when the client has closed stdin, or `stop` has been aborted; what still ran is cancelled. */
  closed: Promise<void>;
}

/** Serves tools to the client that started this process; from now on stdout is the protocol's. */
export function overStdio(offer: Offer, stop: AbortSignal): StdioConnection {
  // A client that asks first which protocols there are is answered by a server that is thrown away.
  let current: Server | undefined;
  const { stdin, stdout } = exactStdio();
  const transport = new StdioServerTransport(stdin, stdout);
  const serving = serveStdio(async () => (current = await mcpServer(offer)), { transport });
  const closed = new Promise<void>((leave) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      leave();
    };
    const end = () => void serving.close().finally(leave);
    if (stop.aborted) end();
    stop.addEventListener('abort', end, { once: true });
  });
  return {
    toolsChanged: () => void current?.sendToolListChanged().catch(() => undefined),
    closed,
  };
}
