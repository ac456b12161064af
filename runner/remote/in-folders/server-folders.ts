import { readServerFile } from '../../../shared/protocol/mcp/server-file.ts';
import {
  SERVER_FILE,
  serverFolder,
  type FolderFault,
  type FolderFaultCode,
} from '../../../shared/protocol/mcp/server-folder.ts';
import type { ServerGrants, ServerWay } from '../../../shared/protocol/mcp/servers.ts';
import type { Disk, DiskEntry } from '../../platform/disk/disk.ts';
import { sha256 } from '../../platform/sha256.ts';
import { isSameName } from '../kept-servers.ts';

/** The limit of a server's file in bytes. */
const MOST_BYTES = 256 * 1024;
/** The resolution of a file's time: two changes within it may have the same time. */
const TICK_MS = 50;

/** A server as its folder describes it. */
export interface FoundServer {
  /** The file's path in the workspace. */
  file: string;
  /** How to reach the server, without grants. */
  way: ServerWay;
  /** Values in the file, by the name of the variable or header. */
  secrets: Record<string, string>;
  wants: ServerGrants;
  /** Changes when the file describes another server or other values. Does not include requested grants. */
  digest: string;
}

/** Returns a text that changes whenever a file in the server folders changes. */
export async function stampOfFolders(disk: Disk, workspace: string): Promise<string> {
  const all = await entriesIn(disk, workspace).catch(() => []);
  return all.map(({ name, entry }) => `${name} ${entry?.stamp}`).join('\n');
}

async function entriesIn(
  disk: Disk,
  workspace: string,
): Promise<{ name: string; entry: DiskEntry | undefined }[]> {
  const root = `${workspace}/servers`;
  const isFolder = (await disk.look(root))?.kind === 'folder';
  const names = isFolder ? ((await disk.folders(root)) ?? []) : [];
  const shown = names.filter((name) => !name.startsWith('.'));
  const look = async (name: string) => ({
    ...{ name, entry: await disk.look(`${root}/${name}/${SERVER_FILE}`) },
  });
  return Promise.all(shown.map(look));
}

/** The target of a link may belong to anyone. */
const notFollowed: FolderFault = {
  ...{ file: 'servers', code: 'no-file', values: {} },
  message: 'It is not a folder, and links are not followed',
};

/** The workspace's server folders (`servers/NAME/mcp.json`). Writes and runs nothing. */
export class ServerFolders {
  /** By name. */
  found: ReadonlyMap<string, FoundServer> = new Map();
  faults: readonly FolderFault[] = [];
  readonly #disk: Disk;
  readonly #workspace: string;
  #seen = new Map<string, string>();
  /** All folders, with and without a file; undefined until the first successful read. */
  #names: ReadonlySet<string> | undefined;
  #root: string | undefined;
  #atRoot: readonly FolderFault[] = [];

  constructor(disk: Disk, workspace: string) {
    this.#disk = disk;
    this.#workspace = workspace;
  }

  /** Reads what changed and returns whether anything did. What cannot be read stays as before. */
  async look(): Promise<boolean> {
    const entries = await entriesIn(this.#disk, this.#workspace).catch(() => undefined);
    if (!entries) return false;
    this.#names = new Set(entries.map(({ name }) => name));
    const there = entries.flatMap(({ name, entry }) => (entry ? [{ name, entry }] : []));
    const seen = new Map<string, string>();
    const found = new Map<string, FoundServer>();
    const faults: FolderFault[] = [];
    const root = (await this.#disk.look(`${this.#workspace}/servers`))?.kind ?? 'folder';
    if (root !== 'folder') faults.push(notFollowed);
    let isOther = there.length !== this.#seen.size || faults.length !== this.#atRoot.length;
    this.#atRoot = [...faults];
    for (const { name, entry } of there) {
      const isSettled = Date.now() - entry.modifiedAt > TICK_MS;
      const isKnown = this.#seen.get(name) === entry.stamp;
      seen.set(name, isSettled ? entry.stamp : '');
      isOther ||= !isKnown;
      const read = isKnown ? this.#known(name) : await this.#read(name, entry);
      if ('code' in read) faults.push(read);
      else found.set(name, read);
    }
    if (!isOther) return false;
    this.#seen = seen;
    this.found = found;
    this.faults = faults;
    return true;
  }

  /** Whether a server's folder was deleted. If the disk cannot be read, nothing counts as deleted. */
  isGone(name: string): boolean {
    return this.#names?.has(name) === false && !this.#isThere(name);
  }

  /** Whether the name is taken, also by one that differs only in case. */
  has(name: string): boolean {
    return this.#isThere(name) || [...(this.#names ?? [])].some((one) => isSameName(one, name));
  }

  #isThere(name: string): boolean {
    return this.#disk.isThere(`${this.#workspace}/${serverFolder(name)}`);
  }

  /** Returns the real path of a server's folder, to which relative paths in its file refer. */
  async pathOf(name: string): Promise<string> {
    this.#root ??= await this.#disk.real(this.#workspace);
    return `${this.#root}/${serverFolder(name)}`;
  }

  #known(name: string): FoundServer | FolderFault {
    const file = fileOf(name);
    const fault = this.faults.find((one) => one.file === file);
    return this.found.get(name) ?? fault ?? faultOf(name, 'no-file', 'It cannot be read');
  }

  async #read(name: string, entry: DiskEntry): Promise<FoundServer | FolderFault> {
    const folder = await this.pathOf(name);
    if (entry.kind !== 'file') return faultOf(name, 'no-file', 'It is not a regular file');
    const limit = `${MOST_BYTES / 1024} KB`;
    if (entry.size > MOST_BYTES)
      return faultOf(name, 'too-large', `It is larger than ${limit}`, { limit });
    const bytes = await this.#disk.read(`${folder}/${SERVER_FILE}`).catch(() => undefined);
    if (!bytes || bytes.length > MOST_BYTES) return faultOf(name, 'no-file', 'It cannot be read');
    const read = readServerFile(new TextDecoder().decode(bytes), name, folder);
    if (!read.ok) return faultOf(name, read.code, read.message, read.values);
    const { way, secrets, wants } = read.value;
    return { file: fileOf(name), way, secrets, wants, digest: digestOf(read.value) };
  }
}

/** Returns the digest of a file's description and values. */
export const digestOf = ({ way, secrets }: Pick<FoundServer, 'way' | 'secrets'>): string =>
  sha256(JSON.stringify([way, secrets]));

const fileOf = (name: string): string => `${serverFolder(name)}/${SERVER_FILE}`;

/** Returns why the folder with this name is not a valid server. */
export const faultOf = (
  name: string,
  code: FolderFaultCode,
  message: string,
  values: Record<string, string> = {},
): FolderFault => ({ file: fileOf(name), code, values, message });
