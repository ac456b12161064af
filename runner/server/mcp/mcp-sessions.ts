import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Server } from '@modelcontextprotocol/server';
import type { Caller } from '../guard/credential.ts';

interface McpSession {
  caller: Caller;
  server: Server;
  transport: WebStandardStreamableHTTPServerTransport;
}

/** Clients that leave without a word are forgotten when so many others have come. */
const MOST = 64;

/**
 * The clients that opened with a handshake, which protocols before 2026-07-28 ask for: only in a session
 * can they cancel a call, and be told that the tools have changed.
 */
export class McpSessions {
  /** The one that was used longest ago comes first. */
  #open = new Map<string, McpSession>();

  async begin(caller: Caller, server: Server): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport: McpSession['transport'] = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => this.#keep(id, { caller, server, transport }),
    });
    server.onclose = () => this.#open.delete(transport.sessionId ?? '');
    await server.connect(transport);
    return transport;
  }

  /** The session of that id, if it is this caller's. */
  find(id: string, caller: Caller): WebStandardStreamableHTTPServerTransport | undefined {
    const session = this.#open.get(id);
    if (session?.caller !== caller) return undefined;
    this.#open.delete(id);
    this.#open.set(id, session);
    return session.transport;
  }

  toolsChanged(): void {
    // A client without an open stream hears nothing, which is no fault.
    for (const { server } of this.#open.values())
      server.sendToolListChanged().catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#open.values()].map(({ server }) => server.close()));
  }

  #keep(id: string, session: McpSession): void {
    const [oldest] = this.#open.values();
    if (oldest && this.#open.size >= MOST) oldest.server.close().catch(() => undefined);
    this.#open.set(id, session);
  }
}
