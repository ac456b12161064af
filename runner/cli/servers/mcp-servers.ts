import type { Command } from 'commander';
import { z } from 'zod';
import { readOtherServers } from '../../../shared/protocol/mcp/other-programs.ts';
import type { BrokenServer, ServerSummary } from '../../../shared/protocol/mcp/state.ts';
import { ServerAdded, type ServerWay } from '../../../shared/protocol/mcp/servers.ts';
import type { RemoteServers } from '../../remote/servers.ts';
import { exitCode, type Session } from '../session.ts';
import { folderLine, folderVerbs } from './folder-verbs.ts';
import { grantsOf } from './grants-of.ts';
import { withServers } from './with-servers.ts';

interface AddOptions {
  url?: string;
  header?: string[];
  clientId?: string;
  clientSecret?: string;
  env?: string[];
  folder?: string[];
  host?: string[];
  from?: string;
}

/** Signing in returns the browser to a runner, which a command is not. */
const SIGN_IN =
  '. To sign in, start Lathe with "npm start", open the server and choose "Sign-in"; or give a token with --header';

const FULL = ['too-many-servers', 'The maximum number of servers is reached; remove one'] as const;

const brokenLine = ({ entry, name, field, why }: BrokenServer): string =>
  `entry ${entry}${name === undefined ? '' : ` ("${name}")`} of .lathe/mcp-servers.json is left out: ${field}: ${why}`;

const more = (value: string, before: string[] = []): string[] => [...before, value];

/** The subcommands of `lathe mcp` for other programs' servers. */
export function mcpServers(mcp: Command, session: Session): void {
  mcp
    .command('add')
    .description('Add the MCP server of another program, start it and list its tools')
    .argument('[name]', 'the name of the server')
    .argument('[command...]', 'after "--": the program and its arguments')
    .option('--url <address>', 'the address of a Streamable HTTP server, instead of a program')
    .option('--header <NAME=VARIABLE>', 'a header with the value of an environment variable', more)
    .option('--client-id <ID>', 'the client that signs in, if you registered one by hand')
    .option(
      '--client-secret <VARIABLE>',
      'the variable that holds its secret; Lathe keeps the value',
    )
    .option('--env <NAME[=VARIABLE]>', 'an environment variable for the program', more)
    .option('--folder <DIR[:write]>', 'an allowed folder', more)
    .option('--host <HOST[:PORT]>', 'an allowed host; port 443 by default', more)
    .option('--from <file>', 'add the servers in the configuration file of another program')
    .option('--workspace <folder>', 'the workspace to add it to')
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, command: string[], _: unknown, verb: Command) => {
      const options: AddOptions = verb.opts();
      await withServers(session, verb, (servers) =>
        add(session, servers, { name, command, ...options }),
      );
    });
  mcp
    .command('list')
    .description('List the MCP servers of a workspace, without starting them')
    .option('--workspace <folder>', 'the workspace to list')
    .option('--json', 'print JSON')
    .action((_: unknown, verb: Command) =>
      withServers(session, verb, async (servers) => {
        const all = await Promise.all(servers.all().map((one) => servers.summary(one)));
        const broken = [...servers.here.broken];
        const folders = [...servers.here.faults];
        for (const one of broken) session.io.err(`lathe: ${brokenLine(one)}\n`);
        for (const { file, message } of folders)
          session.io.err(`lathe: ${file} does not define a server: ${message}\n`);
        await session.answer({ servers: all, broken, folders }, () => all.map(lineOf).join('\n'));
      }),
    );
  folderVerbs(mcp, session);
  mcp
    .command('remove')
    .description('Remove an MCP server and its secrets')
    .argument('<name>', 'the name, as shown by "lathe mcp list"')
    .option('--workspace <folder>', 'the workspace to remove it from')
    .option('--json', 'print JSON')
    .action((name: string, _: unknown, verb: Command) =>
      withServers(session, verb, async (servers) => {
        const server = servers.get(name);
        if (!server) return session.fail('not-found', `There is no server "${name}"`);
        const { unrevoked } = await servers.remove(server);
        if (unrevoked) session.io.err(`lathe: ${unrevoked.message}\n`);
        const told = { removed: name, ...(unrevoked ? { unrevoked } : {}) };
        await session.answer(told, () => `Removed ${name}`);
      }),
    );
}

interface Asked extends AddOptions {
  name: string | undefined;
  command: string[];
}

async function add(session: Session, servers: RemoteServers, asked: Asked): Promise<void> {
  const read = await wanted(session, asked);
  if ('message' in read) return session.fail('usage', read.message);
  const { wanted: all, left } = read;
  for (const { name, message } of left)
    session.io.err(`lathe: "${name}" is left out: ${message}\n`);
  const added: ServerSummary[] = [];
  for (const one of all) {
    const { name } = one;
    const isFull = servers.isFull && !servers.get(name);
    const server = servers.get(name) || isFull ? undefined : await servers.add(one);
    if (!server) {
      const [code, why] = isFull ? FULL : ['server-exists', `A server "${name}" already exists`];
      await session.fail(code, why, exitCode.problems);
      continue;
    }
    await server.use(() => Promise.resolve());
    const summary = await servers.summary(server);
    added.push(summary);
    const { state } = summary;
    if (state.is !== 'failed') continue;
    session.code = exitCode.failed;
    const hint =
      state.fault.code === 'sign-in' && summary.settings.way.type === 'http' ? SIGN_IN : '';
    session.io.err(`lathe: "${name}" was added but did not start: ${state.fault.message}${hint}\n`);
  }
  if (left.length > 0 && all.length === 0) session.code = exitCode.problems;
  await session.answer({ servers: added, left }, () => added.map(lineOf).join('\n'));
}

type Wanted =
  | { wanted: ServerAdded[]; left: readonly { name: string; message: string }[] }
  | { message: string };

async function wanted({ io, disk }: Session, asked: Asked): Promise<Wanted> {
  const { name, command, url, from, clientSecret: variable } = asked;
  const ways = [command.length > 0, url !== undefined, from !== undefined].filter(Boolean);
  if (ways.length !== 1 || (name === undefined) !== (from !== undefined))
    return {
      message:
        'Describe the server: lathe mcp add NAME -- COMMAND ARGS, lathe mcp add NAME --url ADDRESS, or lathe mcp add --from FILE',
    };
  if (from !== undefined) {
    const bytes = await disk.read(io.path(from));
    if (!bytes) return { message: `There is no file "${from}"` };
    const read = readOtherServers(new TextDecoder().decode(bytes));
    return read.ok
      ? { wanted: read.value.servers, left: read.value.left }
      : { message: `"${from}" cannot be read: ${read.message}` };
  }
  const way = url === undefined ? programOf(asked, (path) => io.path(path)) : addressOf(asked, url);
  const clientSecret = variable === undefined ? undefined : io.env[variable];
  if (variable !== undefined && clientSecret === undefined)
    return { message: `The environment variable "${variable}" is not set` };
  const added = ServerAdded.safeParse({ name, settings: { way }, clientSecret });
  if (added.success) return { wanted: [added.data], left: [] };
  return { message: z.prettifyError(added.error) };
}

function programOf(
  { command, env = [], folder = [], host: net = [] }: Asked,
  path: (written: string) => string,
): unknown {
  const [program, ...args] = command;
  const variables = env.map((one) => {
    const [name, variable = name] = one.split('=');
    return { name, from: 'environment', variable };
  });
  return {
    type: 'stdio',
    command: program,
    args,
    env: variables,
    grants: grantsOf(folder, net, path),
  };
}

/** Text before the variable's name is put before the value: `Authorization=Bearer TOKEN`. */
function addressOf({ header = [], clientId }: Asked, url: string): unknown {
  const headers = header.map((one) => {
    const [, name = one, prefix = '', variable = ''] = /^([^=]*)=(.* )?(.*)$/.exec(one) ?? [];
    return { name, from: 'environment', variable, ...(prefix === '' ? {} : { prefix }) };
  });
  return { type: 'http', url, headers, ...(clientId === undefined ? {} : { clientId }) };
}

const whereOf = (way: ServerWay): string =>
  way.type === 'http' ? way.url : [way.command, ...way.args].join(' ');

const lineOf = (server: ServerSummary): string => {
  const { name, state, settings, secretsElsewhere, tools } = server;
  const names = tools.map(({ callName }) => callName).join(', ');
  const again = secretsElsewhere.join(', ');
  return [
    `${name.padEnd(20)} ${state.is.padEnd(8)} ${whereOf(settings.way)}`,
    ...(again === '' ? [] : [`  enter again: ${again} (saved for another address or command)`]),
    ...(server.folder ? [`  ${folderLine(server.folder, settings)}`] : []),
    ...(names === '' ? [] : [`  ${names}`]),
  ].join('\n');
};
