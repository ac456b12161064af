import { z } from 'zod';
import { ServerGrants, ServerName, type ServerWay } from './servers.ts';
import { entriesOf, takeServer } from './other-programs.ts';
import type { FolderFault, FolderFaultCode } from './server-folder.ts';

const Folder = z.union([
  z.string().transform((path) => ({ path, access: 'read' as const })),
  z.strictObject({ path: z.string(), access: z.enum(['read', 'write']).default('read') }),
]);
/** The fields of an entry that are read here. */
const Entry = z.object({ cwd: z.string().optional(), lathe: z.unknown().optional() }).loose();
/** The permissions that an entry requests, in the key `lathe`, which other programs ignore. */
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

/** Resolves a path against the folder of the file. */
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
 * Reads the `mcp.json` of a server's folder: the JSON of other programs with one entry, whose name is ignored
 * because the folder has one. Relative paths start at `folder`.
 */
export function readServerFile(text: string, name: string, folder: string): Read {
  const why = ServerName.safeParse(name).error?.issues[0]?.message;
  if (why !== undefined || name === 'found')
    return fault('name', `No server can be called "${name}"; rename the folder`, { name });
  const found = entriesOf(text);
  if (!found.ok) return fault('unread', found.message, { why: found.message });
  const [[, entry] = ['', undefined], ...more] = found.entries;
  if (entry === undefined || more.length > 0)
    return fault('count', 'It must define exactly one server; make a folder for each');
  // An entry that is no object, or whose cwd is no string, is refused like other invalid entries.
  const own = Entry.safeParse(entry);
  const { cwd, lathe, ...rest } = own.data ?? {};
  const at = cwd === undefined ? {} : { cwd: resolved(cwd, folder) };
  const taken = takeServer(name, own.success ? { ...rest, ...at } : entry);
  if ('code' in taken) return fault(taken.code, taken.message, taken.values);
  const asked = Asked.safeParse(lathe ?? {});
  const { way } = taken.settings;
  const wants = wantsOf(asked.data, way, folder);
  if (!wants) return fault('field', '"lathe" is invalid', { field: 'lathe', why: '' });
  return { ok: true, value: { way, secrets: plainSecrets(taken.secrets), wants } };
}

const plainSecrets = (secrets: Record<string, string | null> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secrets).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );

/**
 * Returns the requested permissions, including the folder that it starts in. Returns undefined if nobody can
 * grant them.
 */
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

/** Returns a path for the file: relative if it is in the file's folder. */
const written = (path: string, folder: string): string =>
  path === folder
    ? '.'
    : path.startsWith(`${folder}/`)
      ? `./${path.slice(folder.length + 1)}`
      : path;

/** Converts the name of a header to that of an environment variable. */
const variableOf = (name: string): string =>
  name
    .toUpperCase()
    .replace(/\W+/g, '_')
    .replace(/^(?=\d)/, '_');

/**
 * Returns the `mcp.json` of a server: how to reach it, the names of its variables and headers, and its
 * permissions as requests. Contains no values: each is replaced by an environment variable to fill in.
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
