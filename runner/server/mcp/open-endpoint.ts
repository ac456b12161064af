import {
  createMcpHandler,
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpHttpHandler, Server } from '@modelcontextprotocol/server';
import type { Caller } from '../guard/credential.ts';
import { refuse } from '../http/refuse.ts';
import { offeredTools } from '../../sources/workspace/offered-tools.ts';
import type { OfferedTool } from '../../sources/workspace/offered-tools.ts';
import type { Parts } from '../parts.ts';
import type { Done } from '../../calls/runs.ts';
import type { CallableTool, Offer } from './callable-tool.ts';
import type { McpEndpoint } from './endpoint.ts';
import { mcpServer } from './mcp-server.ts';

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
export function openEndpoint(parts: Parts): McpEndpoint {
  const sessions = new McpSessions();
  const handlers = new Map<Caller, McpHttpHandler>();
  const handlerOf = (caller: Caller): McpHttpHandler => {
    const made = handlers.get(caller) ?? createMcpHandler(() => mcpServer(offerOf(parts, caller)));
    handlers.set(caller, made);
    return made;
  };
  const deafen = parts.channel.listen(({ event }) => {
    if (event !== 'changed' && event !== 'settings') return;
    sessions.toolsChanged();
    for (const { notify } of handlers.values()) notify.toolsChanged();
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
      if (isInitializeRequest(parsedBody)) {
        const session = await sessions.begin(caller, mcpServer(offerOf(parts, caller)));
        return session.handleRequest(request, { parsedBody });
      }
      return handlerOf(caller).fetch(request, { parsedBody });
    },
    async close() {
      deafen();
      await Promise.allSettled([
        sessions.close(),
        ...[...handlers.values()].map((handler) => handler.close()),
      ]);
    },
  };
}

/**
 * The tools that a caller of the runner may use over MCP: those that programs are told of elsewhere, each
 * run as `POST /api/runs` runs it. The user token is told of none there, and so of none here.
 */
function offerOf(parts: Parts, caller: Caller): Offer {
  const { builtins, library, runs } = parts;

  const call = async (
    { id, source, definition }: OfferedTool,
    ...[args, tell, signal]: Parameters<CallableTool['call']>
  ): Promise<Done | undefined> => {
    if (source === 'builtin') {
      const tool = await builtins.get(definition.name);
      if (!tool) return undefined;
      const asked = { caller, toolId: id, tool, arguments: args };
      return runs.runTool(asked, tell, signal);
    }
    const entry = await library.entry(id);
    const tools = entry?.read.toolset.tools ?? [];
    const tool = tools.find((one) => one.definition.name === definition.name);
    if (!entry || !tool) return undefined;
    const { group } = entry.read.toolset;
    const asked = {
      ...{ caller, toolHash: entry.folder.etag, tool },
      ...{ folderName: id, group: group.name, arguments: args },
    };
    return runs.run(asked, tell, signal);
  };

  return async () => {
    if (caller !== 'admin') return [];
    const offered = await offeredTools(parts);
    return offered.map((one) => ({
      definition: one.definition,
      call: (...given) => call(one, ...given),
    }));
  };
}
