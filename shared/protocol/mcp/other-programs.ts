import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { ServerAdded, ServerName } from './servers.ts';
import { left, LeftServer } from './left-server.ts';

/** The servers in a file of another program. Imported servers get no permissions. */
export const OtherServers = z.object({ servers: z.array(ServerAdded), left: z.array(LeftServer) });
export type OtherServers = z.infer<typeof OtherServers>;

const Values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({});
const Entry = z.object({
  type: z.string().optional(),
  command: z.union([z.string(), z.object({ path: z.string() }).loose()]).optional(),
  args: z.array(z.union([z.string(), z.number()])).default([]),
  cwd: z.string().optional(),
  env: Values,
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: Values,
  disabled: z.boolean().default(false),
});
type Entry = z.infer<typeof Entry>;

const Servers = z.record(z.string(), z.unknown());
const File = z.union([
  z.object({ mcpServers: Servers }).transform((file) => file.mcpServers),
  z.object({ servers: Servers }).transform((file) => file.servers),
  z.object({ context_servers: Servers }).transform((file) => file.context_servers),
  z.object({ mcp: z.object({ servers: Servers }) }).transform((file) => file.mcp.servers),
]);

/** `${NAME}` and `${env:NAME}` are variables of the environment (Claude Code, VS Code, Cursor). */
const VARIABLE = /^\$\{(?:env:)?([A-Za-z_]\w*)\}$/;
const FILLED = /\$\{[^}]*\}/;

export type Unread = { ok: false; isBroken: boolean; message: string };

/** Returns the entries of such a file by name. Comments and trailing commas are allowed. */
export function entriesOf(text: string): { ok: true; entries: [string, unknown][] } | Unread {
  const errors: ParseError[] = [];
  let value: unknown;
  try {
    value = parse(text, errors, { allowTrailingComma: true });
  } catch {
    // The parser recurses as deeply as the text nests and may overflow the stack.
    return { ok: false, isBroken: true, message: 'It nests too deep' };
  }
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    return {
      ...{ ok: false, isBroken: true },
      message: `It is not valid JSON: ${printParseErrorCode(first.error)} in line ${line}`,
    };
  }
  const file = File.safeParse(value);
  if (file.success) return { ok: true, entries: Object.entries(file.data) };
  return {
    ...{ ok: false, isBroken: false },
    message: 'It has no "mcpServers", "servers" or "context_servers" object',
  };
}

/**
 * Reads the JSON in which other programs keep their servers: `mcpServers` of Claude and Cursor, `servers` of
 * VS Code, `context_servers` of Zed. Values of `env` and `headers` become secrets, except references to
 * environment variables.
 */
export function readOtherServers(text: string): { ok: true; value: OtherServers } | Unread {
  const found = entriesOf(text);
  if (!found.ok) return found;
  const read: OtherServers = { servers: [], left: [] };
  for (const [name, entry] of found.entries) {
    const taken = takeServer(name, entry);
    if ('code' in taken) read.left.push(taken);
    else if (read.servers.some((other) => other.name === taken.name))
      read.left.push(left(name, 'same-name', { name: taken.name }));
    else read.servers.push(taken);
  }
  return { ok: true, value: read };
}

/** Returns a valid server name. */
const nameOf = (given: string): string =>
  ServerName.safeParse(given).success
    ? given
    : given
        .replace(/[^A-Za-z0-9]+/g, '-')
        .slice(0, 40)
        .replace(/^-+|-+$/g, '');

/** Converts one entry to a server, or returns why it cannot be imported. */
export function takeServer(given: string, entry: unknown): ServerAdded | LeftServer {
  const parsed = Entry.safeParse(entry);
  if (!parsed.success) return left(given, 'field', faultOf(parsed.error));
  const { data } = parsed;
  const name = nameOf(given);
  if (name === '') return left(given, 'name');
  if (data.type === 'sse') return left(given, 'sse');
  const { way, secrets, plain } = wayOf(data);
  if (!way) return left(given, 'no-way');
  const filled = plain.find(([, text]) => FILLED.test(text));
  if (filled) {
    const [field, text] = filled;
    return left(given, 'variable', { field, text: FILLED.exec(text)?.[0] ?? '' });
  }
  const added = ServerAdded.safeParse({
    name,
    settings: { enabled: !data.disabled, way },
    secrets,
  });
  return added.success ? added.data : left(given, 'field', faultOf(added.error));
}

function faultOf({ issues }: z.ZodError): { field: string; why: string } {
  const [issue] = issues;
  const path = (issue?.path ?? []).filter((part) => !['settings', 'way'].includes(String(part)));
  return { field: path.join('.'), why: issue?.message ?? '' };
}

/** Returns how Lathe reaches the server, its secrets, and the strings that must not contain variables. */
function wayOf(entry: Entry) {
  const { command, args, cwd, env, headers } = entry;
  const url = entry.url ?? entry.serverUrl;
  const program =
    typeof command === 'object'
      ? Entry.safeParse({ ...command, command: command.path }).data
      : undefined;
  if (program) return wayOf({ ...program, cwd });
  if (typeof command === 'string') {
    const { named, secrets } = valuesOf(env, () => '');
    const words = args.map((one, at): [string, string] => [`args.${at}`, String(one)]);
    return {
      way: { type: 'stdio', command, args: args.map(String), cwd, env: named },
      secrets,
      plain: [['command', command], ['cwd', cwd ?? ''], ...words] as [string, string][],
    };
  }
  const { named, secrets } = valuesOf(
    headers,
    (text) => /^(?:Bearer|Basic|Token) /i.exec(text)?.[0] ?? '',
  );
  const way = url === undefined ? undefined : { type: 'http', url, headers: named };
  return { way, secrets, plain: [['url', url ?? '']] as [string, string][] };
}

/** VS Code asks the person for `${input:ID}`, so it is a secret whose value is unknown. */
function valuesOf(values: Record<string, unknown>, prefixOf: (text: string) => string) {
  const secrets: Record<string, string> = {};
  const named = Object.entries(values).map(([name, given]) => {
    const text = String(given);
    const before = prefixOf(text);
    const value = text.slice(before.length);
    const more = before === '' ? {} : { prefix: before };
    const variable = VARIABLE.exec(value)?.[1];
    if (variable !== undefined) return { name, from: 'environment', variable, ...more };
    if (!/^\$\{input:/.test(value)) secrets[name] = value;
    return { name, from: 'secret', ...more };
  });
  return { named, secrets };
}
