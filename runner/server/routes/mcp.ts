import { z } from 'zod';
import { JsonObject } from '../../../shared/tool/json.ts';
import { route, type Call, type Route } from '../http/route.ts';
import type { McpEndpoint } from '../mcp/offer.ts';

const Message = z.union([JsonObject, z.array(JsonObject)]);

/** The Streamable HTTP transport of the Model Context Protocol; its GET and DELETE are of sessions. */
export function mcpRoutes({ mcp }: { mcp: McpEndpoint }): Route[] {
  const handle = ({ caller, request, body }: Call<unknown, 'program'>) =>
    mcp.answer(caller, request, body);
  const of = (method: Route['method'], summary: string) => ({
    ...{ method, path: '/mcp', access: 'program' as const, summary, handle },
    query: { mode: '"plan" offers read-only tools alone, in a session of its own' },
  });
  return [
    route({
      ...of('POST', 'The enabled tools over MCP (Streamable HTTP): JSON-RPC messages'),
      body: Message,
    }),
    route(of('GET', 'Server-sent events of an MCP session, such as that the tools have changed')),
    route(of('DELETE', 'Ends an MCP session')),
  ];
}
