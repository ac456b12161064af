import type { Command } from 'commander';
import {
  SERVER_FILE,
  type ServerExported,
  type ServerFolder,
} from '../../../shared/protocol/mcp/server-folder.ts';
import {
  ServerSettings,
  type ServerGrants,
  type ServerWay,
} from '../../../shared/protocol/mcp/servers.ts';
import type { RemoteServer } from '../../remote/server.ts';
import type { RemoteServers } from '../../remote/servers.ts';
import { exitCode, type Session } from '../session.ts';
import { grantsOf } from './grants-of.ts';
import { withServers } from './with-servers.ts';

interface OnOptions {
  grant?: boolean;
  folder?: string[];
  host?: string[];
}

const more = (value: string, before: string[] = []): string[] => [...before, value];

/** The subcommands of `lathe mcp` for servers that are folders of the workspace. */
export function folderVerbs(mcp: Command, session: Session): void {
  const verb = (name: string, about: string) =>
    mcp
      .command(name)
      .description(about)
      .argument('<name>', 'the name, as shown by "lathe mcp list"')
      .option('--workspace <folder>', 'the workspace that it is in')
      .option('--json', 'print JSON');
  const named = async (
    name: string,
    command: Command,
    work: (server: RemoteServer, servers: RemoteServers) => Promise<void>,
  ) =>
    withServers(session, command, async (servers) => {
      const server = servers.get(name);
      await (server
        ? work(server, servers)
        : session.fail('not-found', `There is no server "${name}"`));
    });
  verb('on', 'Turn an MCP server on, start it and list its tools')
    .option('--grant', 'allow the folders and hosts that its file asks for')
    .option('--folder <DIR[:write]>', 'an allowed folder', more)
    .option('--host <HOST[:PORT]>', 'an allowed host; port 443 by default', more)
    .action((name: string, options: OnOptions, command: Command) =>
      named(name, command, (server, servers) => turnOn(session, servers, server, options)),
    );
  verb('off', 'Turn an MCP server off, which ends it').action(
    (name: string, _: unknown, command: Command) =>
      named(name, command, async (server, servers) => {
        if (await put(session, servers, server, { ...server.settings, enabled: false }))
          await session.answer({ off: name }, () => `Turned off ${name}`);
      }),
  );
  verb(
    'export',
    'Save an MCP server as a folder that you can share, without secrets and permissions',
  )
    .argument(
      '[path]',
      'the folder to make (default: servers/NAME of the workspace; the server then uses that folder)',
    )
    .action((name: string, path: string | undefined, _: unknown, command: Command) =>
      named(name, command, (server, servers) => exportTo(session, servers, server, path)),
    );
}

async function put(
  session: Session,
  servers: RemoteServers,
  server: RemoteServer,
  settings: ServerSettings,
): Promise<boolean> {
  const folder = servers.here.folderOf(server.name)?.seen;
  if ((await servers.change(server, { settings, folder })) === 'done') return true;
  await session.fail('stale', `"${server.name}" has changed in the meantime; check its file`);
  return false;
}

async function turnOn(
  session: Session,
  servers: RemoteServers,
  server: RemoteServer,
  { grant = false, folder = [], host = [] }: OnOptions,
): Promise<void> {
  const { settings, name } = server;
  const wants = grant ? servers.here.folderOf(name)?.wants : undefined;
  const given = grantsOf(folder, host, (path) => session.io.path(path));
  const way = granted(settings.way, [given, ...(wants ? [wants] : [])]);
  const next = ServerSettings.safeParse({ ...settings, enabled: true, way });
  if (!next.success) return session.fail('usage', 'One of the folders or hosts cannot be allowed');
  if (!(await put(session, servers, server, next.data))) return;
  await server.use(() => Promise.resolve());
  const summary = await servers.summary(server);
  if (summary.state.is === 'failed') {
    session.code = exitCode.failed;
    session.io.err(
      `lathe: "${name}" is turned on but did not start: ${summary.state.fault.message}\n`,
    );
  }
  const tools = summary.tools.map(({ callName }) => callName).join(', ');
  await session.answer({ server: summary }, () => `Turned on ${name}${tools && `: ${tools}`}`);
}

/** Adds grants to those that the server has. */
function granted(way: ServerWay, all: readonly ServerGrants[]): ServerWay {
  if (way.type === 'http') return way;
  const folders = new Map(way.grants.folders.map((one) => [one.path, one]));
  const net = new Set(way.grants.net);
  for (const { folders: more, net: hosts } of all) {
    for (const one of more) folders.set(one.path, one);
    for (const one of hosts) net.add(one);
  }
  return { ...way, grants: { folders: [...folders.values()], net: [...net] } };
}

async function exportTo(
  session: Session,
  servers: RemoteServers,
  server: RemoteServer,
  path: string | undefined,
): Promise<void> {
  const done = await servers.export(server, path && session.io.path(path));
  if ('refused' in done)
    return session.fail(done.refused, `It cannot be a folder: ${done.why}`, exitCode.problems);
  const file = `${path ?? `servers/${server.name}`}/${SERVER_FILE}`;
  const told: ServerExported = { file, ...done.exported };
  await session.answer(told, () => exportedLines(told).join('\n'));
}

const stays: Record<ServerExported['stays'][number], string> = {
  grants: 'the folders and hosts that you allowed',
  'sign-in': 'its sign-in',
  client: 'the client ID',
  model: 'the model for sampling requests',
  timeout: 'the call timeout',
  'read-only': 'which tools you trust as read-only',
};

function exportedLines({ file, values, stays: all, paths }: ServerExported): string[] {
  const here = all.map((one) => stays[one]);
  const kept = [...(values.length > 0 ? [`the values of ${values.join(', ')}`] : []), ...here];
  return [
    `Wrote ${file}`,
    ...(kept.length > 0 ? [`  stays here: ${kept.join('; ')}`] : []),
    ...(paths.length > 0 ? [`  other machines may not have: ${paths.join(', ')}`] : []),
  ];
}

/** Returns the line of a list for a server that is a folder. */
export function folderLine(
  { file, wants, isChanged }: ServerFolder,
  { enabled, way }: ServerSettings,
): string {
  const { env = [], headers = [] } =
    way.type === 'stdio' ? { env: way.env } : { headers: way.headers };
  const names = [...env, ...headers].map(({ name }) => name);
  const asks = [
    ...wants.folders.map(({ path, access }) => `${path} (${access})`),
    ...wants.net,
    ...names,
  ].join(', ');
  if (enabled) return file;
  const how = asks === '' ? 'asks for nothing' : `asks for ${asks}`;
  return `${file} ${isChanged ? 'has changed and ' : ''}${how}; look at it, then "lathe mcp on NAME --grant"`;
}
