import { z } from 'zod';
import { ServerGrants, ServerName, type ServerWay } from './servers.ts';
import { entriesOf, takeServer } from './other-programs.ts';
import type { FolderFault, FolderFaultCode } from './server-folder.ts';

const Folder = z.union([
  z.string().transform((path) => ({ path, access: 'read' as const })),
  z.strictObject({ path: z.string(), access: z.enum(['read', 'write']).default('read') }),
]);
/** Of an entry, what is read here. */
const Entry = z.object({ cwd: z.string().optional(), lathe: z.unknown().optional() }).loose();
/** What an entry asks for, beside the field's own keys: other programs pass it over. */
const Asked = z.object({
  folders: z.array(Folder).max(50).default([]),
  hosts: z.array(z.string()).max(50).default([]),
});

interface Described {
  way: ServerWay;
  /** By the name of the variable or header. */
  secrets: Record<string, string>;
  wants: ServerGrants;
}
type Read = { ok: true; value: Described } | ({ ok: false } & Omit<FolderFault, 'file'>);

const fault = (code: FolderFaultCode, message: string, values: Record<string, string> = {}) => ({
  ...{ ok: false as const, code, message, values },
});

/** An absolute path as it is; a relative one is one of the folder that the file lies in. */
function resolved(path: string, folder: string): string {
  if (path.startsWith('/')) return path;
  const parts: string[] = folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/') || '/';
}

/**
 * Reads the `mcp.json` of a server's folder: the JSON of other programs with one entry, whose name is of no
 * account, since the folder has one. Relative paths of `cwd` and of what it asks for begin at `folder`.
 */
export function readServerFile(text: string, name: string, folder: string): Read {
  const why = ServerName.safeParse(name).error?.issues[0]?.message;
  if (why !== undefined || name === 'found')
    return fault('name', `No server can be called "${name}"; rename the folder`, { name });
  const found = entriesOf(text);
  if (!found.ok) return fault('unread', found.message, { why: found.message });
  const [[, entry] = ['', undefined], ...more] = found.entries;
  if (entry === undefined || more.length > 0)
    return fault('count', 'It has to hold one server; make a folder for each');
  // What is no object, or has another cwd than a text, is refused with all the rest.
  const own = Entry.safeParse(entry);
  const { cwd, lathe, ...rest } = own.data ?? {};
  const at = cwd === undefined ? {} : { cwd: resolved(cwd, folder) };
  const taken = takeServer(name, own.success ? { ...rest, ...at } : entry);
  if ('code' in taken) return fault(taken.code, taken.message, taken.values);
  const asked = Asked.safeParse(lathe ?? {});
  const { way } = taken.settings;
  const wants = wantsOf(asked.data, way, folder);
  if (!wants) return fault('field', '"lathe" cannot be taken', { field: 'lathe', why: '' });
  return { ok: true, value: { way, secrets: plainSecrets(taken.secrets), wants } };
}

const plainSecrets = (secrets: Record<string, string | null> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );

/** What it asks for; the folder that it starts in is one of them. Undefined where that cannot be granted by anybody. */
function wantsOf(
  asked: z.infer<typeof Asked> | undefined,
  way: ServerWay,
  folder: string,
): ServerGrants | undefined {
  if (!asked) return undefined;
  if (way.type === 'http') return { folders: [], net: [] };
  const folders = asked.folders.map(({ path, access }) => ({
    ...{ path: resolved(path, folder), access },
  }));
  const { cwd } = way;
  const isIn = ({ path }: { path: string }) => cwd === path || cwd?.startsWith(`${path}/`) === true;
  const start =
    cwd === undefined || folders.some(isIn) ? [] : [{ path: cwd, access: 'read' as const }];
  return ServerGrants.safeParse({ folders: [...start, ...folders], net: asked.hosts }).data;
}

/** A path as the file has it: relative where it lies in the file's folder. */
const written = (path: string, folder: string): string =>
  path === folder
    ? '.'
    : path.startsWith(`${folder}/`)
      ? `./${path.slice(folder.length + 1)}`
      : path;

/** A header's name as one that a variable can have. */
const variableOf = (name: string): string =>
  name
    .toUpperCase()
    .replace(/\W+/g, '_')
    .replace(/^(?=\d)/, '_');

/**
 * The `mcp.json` of a server: how it is reached, the names of its variables and headers, and its grants as what it
 * asks for. No value stands in it: where one was, there is a variable of the environment to fill in.
 */
export function serverFileOf(name: string, way: ServerWay, folder: string): string {
  const entry = way.type === 'http' ? addressOf(way) : programOf(way, folder);
  return `${JSON.stringify({ mcpServers: { [name]: entry } }, null, 2)}\n`;
}

function addressOf({ url, headers }: Extract<ServerWay, { type: 'http' }>) {
  const rows = headers.map(({ name, from, variable = name, prefix = '' }) => [
    ...[name, `${prefix}\${${variableOf(from === 'environment' ? variable : name)}}`],
  ]);
  return {
    ...{ type: 'http', url },
    ...(rows.length > 0 ? { headers: Object.fromEntries(rows) as unknown } : {}),
  };
}

function programOf(
  { command, args, cwd, env, grants }: Extract<ServerWay, { type: 'stdio' }>,
  folder: string,
) {
  const rows = env.map(({ name, from, variable = name }) => [
    ...[name, `\${${from === 'environment' ? variable : name}}`],
  ]);
  const folders = grants.folders.map(({ path, access }) => {
    const shown = written(path, folder);
    return access === 'read' ? shown : { path: shown, access };
  });
  const asked = {
    ...(folders.length > 0 ? { folders } : {}),
    ...(grants.net.length > 0 ? { hosts: grants.net } : {}),
  };
  return {
    ...{ command, args },
    ...(cwd === undefined ? {} : { cwd: written(cwd, folder) }),
    ...(rows.length > 0 ? { env: Object.fromEntries(rows) as unknown } : {}),
    ...(Object.keys(asked).length > 0 ? { lathe: asked } : {}),
  };
}
