import type { Server } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { exactStdio } from '../../platform/exact-stdio.ts';
import type { Offer } from './offer.ts';
import { mcpServer } from './mcp-server.ts';

export interface StdioConnection {
  toolsChanged(): void;
  /** Settles when the client closed stdin or `stop` aborted; running calls are cancelled. */
  closed: Promise<void>;
}

/** Serves tools to the client that started this process; from now on stdout carries the protocol. */
export function overStdio(offer: Offer, stop: AbortSignal): StdioConnection {
  // A client that probes the protocol versions is answered by a temporary server object.
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
