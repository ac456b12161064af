import {
  PromptAsked,
  PromptMessages,
  ResourceAsked,
  ResourceContents,
  ServerPrompts,
  ServerResources,
} from '../../../shared/protocol/mcp/content.ts';
import { ServerList, ServerRemoved, ServerSummary } from '../../../shared/protocol/mcp/state.ts';
import { ToolJudged } from '../../../shared/protocol/mcp/tools.ts';
import { ServerAdded, ServerChanged } from '../../../shared/protocol/mcp/servers.ts';
import { WireLog } from '../../../shared/protocol/mcp/wire.ts';
import { getPrompt, listPrompts, listResources, readResource } from '../../remote/browse.ts';
import type { RemoteServer } from '../../remote/server.ts';
import type { RemoteServers } from '../../remote/servers.ts';
import { answerJson } from '../http/answer-json.ts';
import { eventStream } from '../http/event-stream.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';

export const noSuchServer = () =>
  refuse(404, 'no-such-server', 'There is no server of this name', {
    hint: 'GET /api/mcp-servers lists them',
  });

const inFolder = (file: string) =>
  refuse(
    ...([409, 'server-in-folder'] as const),
    `"${file}" sets what the server runs and reaches, and says something else`,
    {
      hint: 'Read the server again and send its "folder.seen" as "folder"; to change what it runs, change the file',
      values: { file },
    },
  );

interface Needs {
  servers: RemoteServers;
}

const namedIn =
  ({ servers }: Needs) =>
  (name: string | undefined) =>
    servers.get(name ?? '');
const tellerOf =
  ({ servers }: Needs) =>
  async (server: RemoteServer) =>
    answerJson((await servers.summary(server)) satisfies ServerSummary);

/** Adds a server, unless its name is taken or the limit is reached. */
export async function addServer(servers: RemoteServers, wanted: ServerAdded): Promise<Response> {
  const { name } = wanted;
  const exists = () =>
    refuse(409, 'server-exists', `A server "${name}" already exists`, {
      ...{ path: 'name', values: { name } },
    });
  if (servers.get(name)) return exists();
  if (servers.isFull)
    return refuse(409, 'too-many-servers', 'The maximum number of servers is reached; remove one');
  const added = await servers.add(wanted);
  return added ? tellerOf({ servers })(added) : exists();
}

/** Routes for other programs' servers: programs may list them; only the person may do everything else. */
export const mcpServerRoutes = (needs: Needs): Route[] => [
  ...listRoutes(needs),
  ...changeRoutes(needs),
  wireRoute(namedIn(needs)),
  ...browseRoutes(needs),
];

function listRoutes(needs: Needs): Route[] {
  const { servers } = needs;
  const [named, told] = [namedIn(needs), tellerOf(needs)];
  return [
    route({
      ...{ method: 'GET', path: '/api/mcp-servers', access: 'author', answer: ServerList },
      summary: 'The MCP servers of other programs, with their state and their tools',
      async handle() {
        await servers.follow();
        const all = servers.all().map((server) => servers.summary(server));
        const { broken, faults } = servers.here;
        const list = {
          ...{ servers: await Promise.all(all), broken: [...broken], folders: [...faults] },
        };
        return answerJson(list satisfies ServerList);
      },
    }),
    route({
      ...{ method: 'POST', path: '/api/mcp-servers', access: 'page', answer: ServerSummary },
      summary: 'Adds a server and starts it; secrets can be written but not read',
      body: ServerAdded,
      handle: ({ body }) => addServer(servers, body),
    }),
    route({
      ...{ method: 'GET', path: '/api/mcp-servers/:name', access: 'author', answer: ServerSummary },
      summary: 'One server',
      async handle({ params }) {
        await servers.follow();
        const server = named(params.name);
        return server ? told(server) : noSuchServer();
      },
    }),
  ];
}

function changeRoutes(needs: Needs): Route[] {
  const { servers } = needs;
  const [named, told] = [namedIn(needs), tellerOf(needs)];
  return [
    route({
      ...{ method: 'PUT', path: '/api/mcp-servers/:name', access: 'page', answer: ServerSummary },
      summary:
        'Changes the command or address and the permissions of a server, and ends it if it runs',
      body: ServerChanged,
      async handle({ params, body }) {
        const server = named(params.name);
        if (!server) return noSuchServer();
        const done = await servers.change(server, body);
        if (done === 'done') return told(server);
        if (done === 'gone') return noSuchServer();
        return inFolder(servers.here.folderOf(server.name)?.file ?? '');
      },
    }),
    route({
      ...{ method: 'DELETE', path: '/api/mcp-servers/:name', access: 'page' },
      ...{
        summary:
          'Ends and deletes a server with its secrets and decisions; asks the authorization server to revoke its tokens',
        answer: ServerRemoved,
      },
      async handle({ params }) {
        const server = named(params.name);
        if (!server) return noSuchServer();
        return answerJson((await servers.remove(server)) satisfies ServerRemoved);
      },
    }),
    route({
      ...{ method: 'POST', path: '/api/mcp-servers/:name/restart', access: 'page' },
      summary: 'Restarts a server, and answers when it is ready or has failed',
      answer: ServerSummary,
      async handle({ params }) {
        const server = named(params.name);
        if (!server) return noSuchServer();
        await server.restart();
        return told(server);
      },
    }),
    route({
      ...{ method: 'POST', path: '/api/mcp-servers/:name/tools', access: 'page' },
      summary: 'Accepts the current declaration of a tool, or marks it as read-only',
      ...{ body: ToolJudged, answer: ServerSummary },
      async handle({ params, body }) {
        const server = named(params.name);
        if (!server) return noSuchServer();
        const judged = await server.judge(body);
        if (judged === undefined)
          return refuse(404, 'no-such-tool', 'The server has no such tool', { path: 'tool' });
        if (!judged)
          return refuse(409, 'tool-changed', 'The server has changed this tool in the meantime');
        return told(server);
      },
    }),
  ];
}

function browseRoutes(needs: Needs): Route[] {
  const named = namedIn(needs);
  /** Returns the server's data, or the reason why it has none. */
  const browsed = async <T>(name: string | undefined, work: Parameters<RemoteServer['use']>[0]) => {
    const server = named(name);
    if (!server) return noSuchServer();
    const done = await server
      .use(work)
      .catch((error: unknown) => ({ refused: String(error).slice(0, 2000) }));
    if ('value' in done) return answerJson(done.value as T);
    if ('refused' in done)
      return refuse(502, 'server-refused', done.refused, { values: { why: done.refused } });
    return refuse(503, `server-${done.fault.code}`, done.fault.message, {
      values: done.fault.values,
    });
  };
  return [
    route({
      ...{ method: 'GET', path: '/api/mcp-servers/:name/resources', access: 'page' },
      ...{ summary: 'The resources of a server', answer: ServerResources },
      handle: ({ params }) =>
        browsed<ServerResources>(params.name, ({ connection }) => listResources(connection.client)),
    }),
    route({
      ...{ method: 'POST', path: '/api/mcp-servers/:name/resources/read', access: 'page' },
      ...{ summary: 'Reads a resource', body: ResourceAsked, answer: ResourceContents },
      handle: ({ params, body }) =>
        browsed<ResourceContents>(params.name, ({ connection }) =>
          readResource(connection.client, body.uri),
        ),
    }),
    route({
      ...{ method: 'GET', path: '/api/mcp-servers/:name/prompts', access: 'page' },
      ...{ summary: 'The prompts of a server', answer: ServerPrompts },
      handle: ({ params }) =>
        browsed<ServerPrompts>(params.name, ({ connection }) => listPrompts(connection.client)),
    }),
    route({
      ...{ method: 'POST', path: '/api/mcp-servers/:name/prompts/get', access: 'page' },
      ...{ summary: 'Fills a prompt', body: PromptAsked, answer: PromptMessages },
      handle: ({ params, body }) =>
        browsed<PromptMessages>(params.name, ({ connection }) =>
          getPrompt(connection.client, body),
        ),
    }),
  ];
}

const wireRoute = (named: (name: string | undefined) => RemoteServer | undefined): Route =>
  route({
    ...{ method: 'GET', path: '/api/mcp-servers/:name/wire', access: 'page', answer: WireLog },
    summary:
      'The newest messages between Lathe and a server, with secrets hidden; with "Accept: text/event-stream" it streams',
    query: { after: 'Only messages with a higher number' },
    handle({ request, params, query }) {
      const server = named(params.name);
      if (!server) return noSuchServer();
      const after = Number(query.get('after') ?? 0) || 0;
      if (!/\btext\/event-stream\b/.test(request.headers.get('Accept') ?? ''))
        return answerJson({ messages: server.log.after(after) } satisfies WireLog);
      return eventStream(
        (send, gone) =>
          new Promise<void>((leave) => {
            for (const message of server.log.after(after)) send('wire', message);
            const stop = server.log.on((message) => send('wire', message));
            gone.addEventListener('abort', () => {
              stop();
              leave();
            });
          }),
      );
    },
  });
