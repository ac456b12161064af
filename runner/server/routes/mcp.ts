import { z } from 'zod';
import { JsonObject } from '../../../shared/tool/json.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import type { Call, Route } from '../http/route.ts';

const Message = z.union([JsonObject, z.array(JsonObject)]);

const handle = ({ caller, request, body, parts }: Call<unknown>) =>
  caller === undefined
    ? refuse(401, 'no-credential', 'This needs a token')
    : parts.mcp.answer(caller, request, body);

const of = (method: Route['method'], summary: string) => ({
  ...{ method, path: '/mcp', access: 'program' as const, summary, handle },
});

/** The Streamable HTTP transport of the Model Context Protocol; its GET and DELETE are of sessions. */
export const mcpRoutes: Route[] = [
  route({
    ...of('POST', 'The enabled tools over MCP (Streamable HTTP): JSON-RPC messages'),
    body: Message,
  }),
  route(of('GET', 'Server-sent events of an MCP session, such as that the tools have changed')),
  route(of('DELETE', 'Ends an MCP session')),
];
