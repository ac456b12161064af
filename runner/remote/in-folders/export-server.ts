import { serverFileOf, readServerFile } from '../../../shared/protocol/mcp/server-file.ts';
import { SERVER_FILE, type ServerExported } from '../../../shared/protocol/mcp/server-folder.ts';
import {
  identityOf,
  isSecretName,
  type ServerSettings,
  type ServerWay,
} from '../../../shared/protocol/mcp/servers.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { temporaryName } from '../../platform/disk/node-disk.ts';
import type { RemoteServer } from '../server.ts';
import { digestOf } from './server-folders.ts';

/**
 * The exported server, or why it cannot become a folder: it is gone, the target exists, the file cannot express it,
 * or it would contain a secret.
 */
export type Exported =
  | { exported: Omit<ServerExported, 'file'>; digest: string }
  | { refused: 'gone' | 'there' | 'unsayable' | 'secret'; why: string };

export const noServer = (name: string): Exported => ({
  ...{ refused: 'gone', why: `There is no server "${name}" by now` },
});

/** The minimum length of a value that is searched in the file; shorter ones are common words. */
const MIN_SECRET = 6;

interface Given {
  server: RemoteServer;
  /** Values that the file must not contain. */
  secrets: readonly string[];
  /** The absolute path of the new folder, without links above it. */
  folder: string;
  /** A staging folder on the same disk; by default the parent folder. */
  staging?: string;
}

/**
 * Writes a server as a folder that can be shared. It appears whole or not at all, and replaces nothing. It contains
 * no values of variables and headers, no tokens and no grants.
 */
export async function exportServer(
  disk: Disk,
  { server, secrets, folder, staging }: Given,
): Promise<Exported> {
  const { name, settings } = server;
  const { way } = settings;
  const text = serverFileOf(name, way, folder);
  const back = readServerFile(text, name, folder);
  if (!back.ok) return { refused: 'unsayable', why: back.message };
  if (!isSameServer(back.value.way, way))
    return { refused: 'unsayable', why: 'It would be read otherwise' };
  const said = spelled(textsIn(JSON.parse(text)));
  if (secrets.some((one) => one.length >= MIN_SECRET && said.some((part) => part.includes(one))))
    return { refused: 'secret', why: 'Its command, arguments or address hold one of its secrets' };
  if (disk.isThere(folder)) return { refused: 'there', why: `"${folder}" is already there` };
  const parent = folder.slice(0, folder.lastIndexOf('/'));
  const staged =
    staging === undefined ? `${parent}/${temporaryName()}` : `${staging}/${crypto.randomUUID()}`;
  try {
    await disk.write(`${staged}/${SERVER_FILE}`, text);
    await disk.makeFolder(parent);
    if (staging !== undefined && (await disk.real(parent)) !== parent)
      return { refused: 'unsayable', why: `"${parent}" is a link, and links are not followed` };
    await disk.move(staged, folder);
  } finally {
    await disk.remove(staged);
  }
  return {
    exported: { ...stayingOf(server), paths: pathsIn(way, folder) },
    digest: digestOf(back.value),
  };
}

/** Returns all strings and names in a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...textsIn(one)]);
}

/** Returns each text as written and as decoded from an address. */
const spelled = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const [, query = ''] = text.split('?', 2);
    const values = [...new URLSearchParams(query)].flat();
    try {
      return [text, decodeURIComponent(text), ...values];
    } catch {
      return [text, ...values];
    }
  });

/** Whether two ways have the same program or address, with variables or headers of the same names. */
export function isSameServer(one: ServerWay, other: ServerWay): boolean {
  const namesOf = (way: ServerWay) =>
    (way.type === 'stdio' ? way.env : way.headers).map(({ name }) => name).sort();
  return (
    identityOf(one) === identityOf(other) &&
    JSON.stringify(namesOf(one)) === JSON.stringify(namesOf(other))
  );
}

function stayingOf({ settings, known }: RemoteServer): Pick<ServerExported, 'values' | 'stays'> {
  const { way, samplingModel, timeoutMs } = settings;
  const named = way.type === 'stdio' ? way.env : way.headers;
  const isGranted = way.type === 'stdio' && way.grants.folders.length + way.grants.net.length > 0;
  const all: [ServerExported['stays'][number], boolean][] = [
    ['grants', isGranted],
    ['sign-in', way.type === 'http'],
    ['client', way.type === 'http' && way.clientId !== undefined],
    ['model', samplingModel !== undefined],
    ['timeout', timeoutMs !== DEFAULT_TIMEOUT_MS],
    ['read-only', known.tools.some(({ isReadOnly }) => isReadOnly)],
  ];
  return {
    values: named.flatMap(({ name, from }) => (from === 'environment' ? [] : [name])),
    stays: all.flatMap(([what, is]) => (is ? [what] : [])),
  };
}

/** Returns the values of environment variables with the names of the server's secrets. */
export const secretVariables = (
  way: ServerWay,
  variable: (name: string) => string | undefined,
): string[] =>
  (way.type === 'stdio' ? way.env : way.headers).flatMap(
    ({ name, from, variable: called = name }) =>
      from === 'environment' && (isSecretName(name) || isSecretName(called))
        ? (variable(called) ?? [])
        : [],
  );

const DEFAULT_TIMEOUT_MS: ServerSettings['timeoutMs'] = 60_000;

/** Returns the absolute paths in the file that are outside its own folder. */
function pathsIn(way: ServerWay, folder: string): string[] {
  if (way.type === 'http') return [];
  const asked = way.grants.folders.map(({ path }) => path);
  const all = [way.command, ...way.args, way.cwd ?? '', ...asked];
  return [
    ...new Set(all.filter((one) => one.startsWith('/') && !`${one}/`.startsWith(`${folder}/`))),
  ];
}

/** Deletes the file that makes a folder a server, and the folder if it is empty then. */
export async function removeFolder(disk: Disk, folder: string): Promise<void> {
  await disk.remove(`${folder}/${SERVER_FILE}`);
  if ((await disk.list(folder))?.length === 0) await disk.remove(folder);
}
