import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { asksOf, callTool } from './call-tool.ts';
import { capabilitiesOf, takesApps } from './client-capabilities.ts';
import { complete } from './complete.ts';
import { DISPLAY_URI, displayContents } from './display/display-app.ts';
import { HeldCalls } from './held-calls.ts';
import { listTools } from './list-tools.ts';
import type { Offer } from './offer.ts';
import { page } from './pages.ts';
import type { ServedTasks } from './tasks/task-methods.ts';

const invalid = (message: string, data?: object) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);

const changing = { listChanged: true };
const beside = { prompts: changing, resources: changing };

/**
 * Returns an MCP server for what is offered at the time of each request. `held` are the calls that a client returns
 * for: they outlive a server object that answers one request. `tasks` are the calls that outlive their connection;
 * absent if there are none.
 */
export async function mcpServer(
  offer: Offer,
  held = new HeldCalls(),
  tasks?: ServedTasks,
): Promise<Server> {
  const instructions = await offer.instructions();
  const isFixed = offer.resources === undefined;
  const capabilities = {
    tools: isFixed ? {} : changing,
    // Interfaces of tools are read as resources.
    ...(isFixed ? { resources: {}, prompts: {} } : beside),
    ...{ completions: {}, logging: {} },
    ...tasks?.capabilities,
  };
  // The low-level server, because tools have their own schemas and the pipeline checks arguments.
  const server = new Server(offer.about, {
    capabilities,
    ...(instructions === '' ? {} : { instructions }),
  });
  server.setRequestHandler('tools/list', async ({ params }, context) => {
    const listed = await listTools(offer, takesApps(capabilitiesOf(server, context)));
    const { rows, ...next } = page('tools', listed, params?.cursor);
    return { tools: rows, ...next };
  });
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool(
      offer,
      { held, tasks: tasks?.of(server, context) },
      params,
      asksOf(server, context),
      context,
    ),
  );
  tasks?.offer(server);
  offerPrompts(server, offer);
  offerResources(server, offer);
  server.setRequestHandler('completion/complete', ({ params }) => complete(offer, params));
  return server;
}

const placed = <T>(rows: readonly T[], nameOf: (row: T) => string) =>
  rows.map((row) => ({ row, place: [nameOf(row), '', ''] as const }));

function offerPrompts(server: Server, { prompts }: Offer): void {
  server.setRequestHandler('prompts/list', async ({ params }) => {
    const all = (await prompts?.list()) ?? [];
    const { rows, ...next } = page(
      'prompts',
      placed(all, ({ name }) => name),
      params?.cursor,
    );
    return { prompts: rows, ...next };
  });
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: args = {} } }) => {
    const found = await prompts?.get(name, args);
    if (!found)
      throw invalid(`There is no prompt "${name}" here; "prompts/list" says which there are`);
    if ('missing' in found)
      throw invalid(`The prompt "${name}" needs the argument "${found.missing}"`);
    return found;
  });
}

function offerResources(server: Server, offer: Offer): void {
  server.setRequestHandler('resources/list', async ({ params }) => {
    const all = (await offer.resources?.()?.list()) ?? [];
    const { rows, ...next } = page(
      'resources',
      placed(all, ({ uri }) => uri),
      params?.cursor,
    );
    return { resources: rows, ...next };
  });
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const isDisplay = uri === DISPLAY_URI && takesApps(capabilitiesOf(server, context));
    const contents = isDisplay ? await displayContents() : await offer.resources?.()?.read(uri);
    if (!contents) throw invalid('Resource not found', { uri });
    return { contents };
  });
}
