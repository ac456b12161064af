import { readFile } from 'node:fs/promises';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { icons } from '../../../../shared/formats/icons.ts';
import type { Registered } from '../../../../shared/registry/registry-view.ts';
import { definitionOf } from '../../../../shared/registry/tool.ts';
import { HeldCalls } from '../../../server/mcp/held-calls.ts';
import { mcpServer } from '../../../server/mcp/mcp-server.ts';
import type { Offer } from '../../../server/mcp/offer.ts';
import type { exactStdio, OpenTools } from './lathe.ts';

interface About {
  name: string;
  version: string;
  /** What a model is told of the tools as a whole. */
  instructions?: string;
}

/** A drawing that was taken along lies beside this program. */
const iconBeside = (file: string): Promise<string | undefined> =>
  icons.includes(file)
    ? readFile(new URL(`./${file}`, import.meta.url), 'utf8').catch(() => undefined)
    : Promise.resolve(undefined);

/** What a client is offered of tools that were taken along: they stay as they are, in their order. */
function offerOf(tools: OpenTools, { name, version, instructions = '' }: About): Offer {
  const listed = tools.list().map((tool, rank): Registered => {
    const unit = { id: tool.name, group: name, hash: '', tools: [tool], rank };
    return { unit: { ...unit, source: 'authored' }, tool, definition: definitionOf(tool) };
  });
  return {
    about: { name, version },
    icon: iconBeside,
    instructions: () => Promise.resolve(instructions),
    tools: () => Promise.resolve(listed),
    call: ({ tool }, { arguments: args }, tell, signal, through) =>
      tools.run(tool.name, args, { signal, tell, ask: through?.question }),
  };
}

/** Makes the servers of connections, or of requests that stand for themselves; calls that ask something outlive these. */
export function serversOf(tools: OpenTools, about: About): () => Promise<Server> {
  const held = new HeldCalls();
  const offer = offerOf(tools, about);
  return () => mcpServer(offer, held);
}

/**
 * Serves tools to the client that started this process, in both generations of the protocol, until it closes stdin
 * or ends the process.
 */
export async function serve(
  tools: OpenTools,
  about: About,
  { stdin, stdout }: ReturnType<typeof exactStdio>,
): Promise<void> {
  const leave = () => void tools.close().finally(() => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
  process.stdin.once('close', leave);
  const transport = new StdioServerTransport(stdin, stdout);
  // Whoever reads this server for its tools waits for them.
  await serveStdio(serversOf(tools, about), { transport });
}
