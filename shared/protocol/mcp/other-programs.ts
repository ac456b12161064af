import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { fillText } from '../../tool/reason.ts';
import { ServerAdded, ServerName } from '../mcp-servers.ts';

/** Why an entry cannot be taken, by code. Other languages are worded in the page. */
export const leftReasons = {
  'no-way': 'It has neither a command nor an address',
  sse: 'It speaks the older way of HTTP (SSE), which Lathe does not: look for its address of Streamable HTTP',
  variable: '"{field}" holds {text}, which only its own program fills in: add it by hand',
  name: 'Its name has no letter or digit that a name here can have',
  'same-name': 'Another server of the file is called "{name}" here, too',
  field: '"{field}" cannot be taken ({why})',
} as const;
export type LeftCode = keyof typeof leftReasons;

/** An entry that cannot be taken. */
export const LeftServer = z.object({
  name: z.string(),
  code: z.enum(Object.keys(leftReasons) as [LeftCode, ...LeftCode[]]),
  values: z.record(z.string(), z.string()),
  /** One English sentence. */
  message: z.string(),
});
export type LeftServer = z.infer<typeof LeftServer>;

/** What a file of another program holds. Nothing is granted to what is taken. */
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

/**
 * Reads the JSON in which other programs keep their servers: `mcpServers` of Claude and Cursor, `servers` of VS
 * Code, `context_servers` of Zed; comments and trailing commas are allowed. Values of `env` and of `headers` become
 * secrets, but for those that name a variable of the environment.
 */
export function readOtherServers(
  text: string,
): { ok: true; value: OtherServers } | { ok: false; isBroken: boolean; message: string } {
  const errors: ParseError[] = [];
  let value: unknown;
  try {
    value = parse(text, errors, { allowTrailingComma: true });
  } catch {
    // The parser goes down as deep as the text does, and the stack ends somewhere.
    return { ok: false, isBroken: true, message: 'It nests too deep' };
  }
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    return {
      ...{ ok: false, isBroken: true },
      message: `It is no JSON: ${printParseErrorCode(first.error)} in line ${line}`,
    };
  }
  const file = File.safeParse(value);
  if (!file.success)
    return {
      ok: false,
      isBroken: false,
      message: 'It has no "mcpServers", "servers" or "context_servers" object',
    };
  const read: OtherServers = { servers: [], left: [] };
  for (const [name, entry] of Object.entries(file.data)) {
    const taken = take(name, entry);
    if ('code' in taken) read.left.push(taken);
    else if (read.servers.some((other) => other.name === taken.name))
      read.left.push(left(name, 'same-name', { name: taken.name }));
    else read.servers.push(taken);
  }
  return { ok: true, value: read };
}

const left = (name: string, code: LeftCode, values: Record<string, string> = {}): LeftServer => ({
  ...{ name, code, values, message: fillText(leftReasons[code], values) },
});

/** A name as servers have it here. */
const nameOf = (given: string): string =>
  ServerName.safeParse(given).success
    ? given
    : given
        .replace(/[^A-Za-z0-9]+/g, '-')
        .slice(0, 40)
        .replace(/^-+|-+$/g, '');

function take(given: string, entry: unknown): ServerAdded | LeftServer {
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

/** How it is reached, the secrets of that, and the texts that have to stand as they are. */
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

/** `${input:ID}` is asked for by VS Code: it is a secret that is not known yet. */
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
