import { parse, type ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { emptyForm, namedValue, type NamedValue, type ServerForm } from './server-form.ts';

const Values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).catch({});
const Entry = z.union([
  z.object({
    command: z.string(),
    args: z.array(z.union([z.string(), z.number()])).catch([]),
    cwd: z.string().optional(),
    env: Values,
  }),
  z.object({ url: z.string(), headers: Values }),
  z.object({ serverUrl: z.string(), headers: Values }),
]);
type Entry = z.infer<typeof Entry>;
const Servers = z.record(z.string(), z.unknown());
const File = z.union([
  z.object({ mcpServers: Servers }),
  z.object({ servers: Servers }),
  z.object({ mcp: z.object({ servers: Servers }) }),
]);

/** `${NAME}` and `${env:NAME}` are variables of the environment; `${input:id}` is asked for, here too. */
const VARIABLE = /^\$\{(?:env:)?([A-Za-z_]\w*)\}$/;

const valueOf = (name: string, given: string, prefix = ''): NamedValue => {
  const variable = VARIABLE.exec(given)?.[1];
  if (variable !== undefined) return namedValue({ name, prefix, from: 'environment', variable });
  return namedValue({ name, prefix, value: given.startsWith('${') ? '' : given });
};

const headerOf = ([name, given]: [string, unknown]): NamedValue => {
  const text = String(given);
  const [prefix] = /^(?:Bearer|Basic|Token) /i.exec(text) ?? [''];
  return valueOf(name, text.slice(prefix.length), prefix);
};

/** A name as servers have it here. */
const nameOf = (given: string): string =>
  given
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');

const formOf = (name: string, entry: Entry): ServerForm => {
  const form = { ...emptyForm(), name: nameOf(name) };
  if ('command' in entry) {
    const { command, args, cwd = '' } = entry;
    const env = Object.entries(entry.env).map(([key, value]) => valueOf(key, String(value)));
    return { ...form, command, cwd, args: args.join('\n'), env };
  }
  const headers = Object.entries(entry.headers).map(headerOf);
  const url = 'url' in entry ? entry.url : entry.serverUrl;
  return { ...form, type: 'http', url, ...(headers.length > 0 ? { headers } : {}) };
};

/**
 * The servers in what other programs keep: `mcpServers` of Claude and Cursor, `servers` of VS Code, with comments.
 * Values of `env` and `headers` become secrets, and nothing is granted. Undefined where it is no such file.
 */
export function pastedServers(text: string): ServerForm[] | undefined {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const file = File.safeParse(value);
  if (errors.length > 0 || !file.success) return undefined;
  const { data } = file;
  const servers =
    'mcpServers' in data ? data.mcpServers : 'servers' in data ? data.servers : data.mcp.servers;
  const read = Object.entries(servers).flatMap(([name, one]) => {
    const entry = Entry.safeParse(one);
    return entry.success ? [formOf(name, entry.data)] : [];
  });
  return read.length > 0 ? read : undefined;
}
