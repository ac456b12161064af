import {
  createMcpHandler,
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpHttpHandler, Server } from '@modelcontextprotocol/server';
import { reach, type Caller } from '../guard/credential.ts';
import { refuse } from '../http/refuse.ts';
import type { Registered } from '../../../shared/registry/registry-view.ts';
import type { Runs } from '../../calls/runs.ts';
import type { Sources } from '../../sources/sources.ts';
import type { Channel } from '../channel.ts';
import { HeldCalls } from './held-calls.ts';
import { mcpServer } from './mcp-server.ts';
import type { McpEndpoint, Offer } from './offer.ts';

interface Needs {
  sources: Sources;
  runs: Runs;
  channel: Channel;
}

type Mode = 'plan' | undefined;

const nothing: readonly Registered[] = [];

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
class McpSessions {
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

/**
 * MCP over HTTP. A client of protocol 2026-07-28 sends requests that stand for themselves; an older one opens
 * a session, and one that does not is answered request by request.
 */
export function openEndpoint({ sources, runs, channel }: Needs): McpEndpoint {
  const sessions = new McpSessions();
  const handlers = new Map<string, { handler: McpHttpHandler; held: HeldCalls }>();
  const handlerOf = (caller: Caller, mode: Mode): McpHttpHandler => {
    const key = `${caller} ${mode}`;
    const known = handlers.get(key);
    if (known) return known.handler;
    const held = new HeldCalls();
    const offer = offerTo({ sources, runs }, caller, mode);
    const handler = createMcpHandler(() => mcpServer(offer, held));
    handlers.set(key, { handler, held });
    return handler;
  };
  const deafen = channel.listen(({ event }) => {
    if (event !== 'changed' && event !== 'settings') return;
    sessions.toolsChanged();
    for (const { handler } of handlers.values()) handler.notify.toolsChanged();
  }, false);
  return {
    async answer(caller, request, parsedBody) {
      const id = request.headers.get('Mcp-Session-Id');
      if (id !== null) {
        const session = sessions.find(id, caller);
        if (session) return session.handleRequest(request, { parsedBody });
        const hint = 'Send "initialize" again, without "Mcp-Session-Id"';
        return refuse(404, 'no-such-session', 'There is no such MCP session', { hint });
      }
      const mode = new URL(request.url).searchParams.get('mode') ?? undefined;
      if (mode !== undefined && mode !== 'plan') {
        const hint = 'Leave "mode" out, or give "plan"';
        return refuse(400, 'bad-mode', `There is no mode "${mode}"`, { path: 'mode', hint });
      }
      if (isInitializeRequest(parsedBody)) {
        const session = await sessions.begin(
          caller,
          mcpServer(offerTo({ sources, runs }, caller, mode)),
        );
        return session.handleRequest(request, { parsedBody });
      }
      return handlerOf(caller, mode).fetch(request, { parsedBody });
    },
    async close() {
      deafen();
      for (const { held } of handlers.values()) held.close();
      await Promise.allSettled([
        sessions.close(),
        ...[...handlers.values()].map(({ handler }) => handler.close()),
      ]);
    },
  };
}

/** What a caller is offered, and how it is called: as `POST /api/runs` calls it. */
const offerTo = (
  { sources, runs }: Pick<Needs, 'sources' | 'runs'>,
  caller: Caller,
  mode: Mode,
): Offer => ({
  async tools(isList) {
    if (!reach[caller].seesTools) return nothing;
    await (isList ? sources.fresh() : sources.follow());
    return sources.registry.offered(mode);
  },
  async call(one, { arguments: args, context }, tell, signal, through) {
    const now = await sources.offered(one.tool.name);
    if (!now) return undefined;
    const { tool, unit } = now;
    const asked = {
      caller,
      tool,
      unit,
      arguments: args,
      context: { ...context, mode: mode ?? context.mode },
      through,
    };
    return runs.call(asked, tell, signal);
  },
});
