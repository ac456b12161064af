import { z } from 'zod';
import { isObject } from '../../../shared/schema/json/values.ts';
import { withDoubles } from '../../../shared/tool/exact-number.ts';
import { JsonObject } from '../../../shared/tool/json.ts';
import { exactAnswer } from '../http/answer-json.ts';
import { readOrLost } from '../http/event-stream.ts';
import { route, type Call, type Route } from '../http/route.ts';
import type { McpEndpoint } from '../mcp/offer.ts';

const Message = z.union([JsonObject, z.array(JsonObject)]);

/** The protocol's own fields are JavaScript numbers; the arguments of a call keep exact numbers. */
function messageOf(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(messageOf);
  if (!isObject(body)) return body;
  const { params } = body;
  const args = isObject(params) ? params.arguments : undefined;
  // An answer to the server's request has no "params", not even an undefined one.
  const plain = withDoubles({ ...body, ...(isObject(params) ? { params: without(params) } : {}) });
  if (!plain.ok || !isObject(plain.value)) return body;
  if (args === undefined) return plain.value;
  return { ...plain.value, params: { ...Object(plain.value.params), arguments: args } };
}

function without({ arguments: _, ...params }: JsonObject): JsonObject {
  return params;
}

/** The Streamable HTTP transport of the Model Context Protocol; GET and DELETE belong to sessions. */
export function mcpRoutes({ mcp }: { mcp: McpEndpoint }): Route[] {
  const handle = async ({ caller, request, body }: Call<unknown, 'program'>) =>
    exactAnswer(readOrLost(await mcp.answer(caller, request, messageOf(body))));
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
