import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { RunEvent } from '../../shared/protocol/events.ts';
import { Arguments } from '../../shared/tool/json.ts';
import { version } from '../version.ts';
import { callResult } from './call-result.ts';
import type { Offer } from './callable-tool.ts';
import { namedTools } from './named-tools.ts';
import { progressOf } from './progress-of.ts';

/** Tells a client how far a call is, where it asked for that; `told` settles when all has been sent. */
function teller({ mcpReq }: ServerContext): { tell(event: RunEvent): void; told(): Promise<void> } {
  const token = mcpReq._meta?.progressToken;
  let progress = 0;
  let sent = Promise.resolve();
  return {
    tell(event) {
      const message = token === undefined ? undefined : progressOf(event);
      if (token === undefined || message === undefined) return;
      progress += 1;
      const params = { progressToken: token, progress, message };
      const news = mcpReq.notify({ method: 'notifications/progress', params });
      // A client that has gone misses the news, and nothing else.
      sent = Promise.all([sent, news]).then(
        () => undefined,
        () => undefined,
      );
    },
    told: () => sent,
  };
}

const unknownTool = (name: string) =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${name}" here; "tools/list" says which there are`,
  );

/** An MCP server of the tools that are offered at the moment of each request. */
export function mcpServer(offer: Offer): Server {
  // The tools bring schemas of their own, which the pipeline checks: the SDK's own registry wants both.
  const server = new Server(
    { name: 'lathe', title: 'Lathe', version },
    { capabilities: { tools: { listChanged: true } } },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: [...namedTools(await offer()).values()].map(({ declared }) => declared),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name } = params;
    const found = namedTools(await offer()).get(name);
    if (!found) throw unknownTool(name);
    const { tell, told } = teller(context);
    const args = Arguments.parse(params.arguments ?? {});
    const called = await found.tool.call(args, tell, context.mcpReq.signal);
    if (!called) throw unknownTool(name);
    await told();
    return callResult(called);
  });
  return server;
}
