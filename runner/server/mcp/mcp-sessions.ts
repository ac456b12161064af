import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Server } from '@modelcontextprotocol/server';
import type { Caller } from '../guard/credential.ts';

interface McpSession {
  caller: Caller;
  server: Server;
  transport: WebStandardStreamableHTTPServerTransport;
}

/** The limit of sessions, because clients may leave without ending theirs. */
const MOST = 64;

/**
 * The clients that opened a session, which protocols before 2026-07-28 require: only in a session can they cancel a
 * call and learn that the tools changed.
 */
export class McpSessions {
  /** Least recently used first. */
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

  /** Returns the session with this id, if it belongs to this caller. */
  find(id: string, caller: Caller): WebStandardStreamableHTTPServerTransport | undefined {
    const session = this.#open.get(id);
    if (session?.caller !== caller) return undefined;
    this.#open.delete(id);
    this.#open.set(id, session);
    return session.transport;
  }

  toolsChanged(): void {
    // A client without an open stream gets no notification, which is not an error.
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
