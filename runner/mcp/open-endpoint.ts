import { createMcpHandler, isInitializeRequest } from '@modelcontextprotocol/server';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Caller } from '../guard/credential.ts';
import { refuse } from '../http/refuse.ts';
import type { Parts } from '../parts.ts';
import type { McpEndpoint } from './endpoint.ts';
import { mcpServer } from './mcp-server.ts';
import { offerOf } from './offer-of.ts';
import { McpSessions } from './sessions.ts';

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
