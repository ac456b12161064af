import { readServerFile } from '../../../shared/protocol/mcp/server-file.ts';
import {
  SERVER_FILE,
  serverFolder,
  type FolderFault,
  type FolderFaultCode,
} from '../../../shared/protocol/mcp/server-folder.ts';
import type { ServerGrants, ServerWay } from '../../../shared/protocol/mcp/servers.ts';
import type { Disk, DiskEntry } from '../../platform/disk.ts';
import { sha256 } from '../../platform/sha256.ts';
import { isSameName } from '../kept-servers.ts';

/** Bytes of a file that describes one server. */
const MOST_BYTES = 256 * 1024;
/** A file's time says no more than this: two changes so close together may bear the same one. */
const TICK_MS = 50;

/** A server as its folder describes it. */
export interface FoundServer {
  /** The file's path in the workspace. */
  file: string;
  /** How it is reached, with nothing granted. */
  way: ServerWay;
  /** Values that stand in the file, by the name of the variable or header. */
  secrets: Record<string, string>;
  wants: ServerGrants;
  /** Differs whenever the file describes another server, or gives it other values. What it asks for is not in it. */
  digest: string;
}

/** Says in one text what lies in the folders of servers, so that it differs whenever a file does. */
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

/** What a link leads to may be anybody's. */
const notFollowed: FolderFault = {
  ...{ file: 'servers', code: 'no-file', values: {} },
  message: 'It is no folder, and links are not followed',
};

/** The folders of the workspace that are servers: `servers/NAME/mcp.json`. Nothing is written here, and nothing run. */
export class ServerFolders {
  /** By name. */
  found: ReadonlyMap<string, FoundServer> = new Map();
  faults: readonly FolderFault[] = [];
  readonly #disk: Disk;
  readonly #workspace: string;
  #seen = new Map<string, string>();
  /** All folders, with a file and without; undefined until they could be looked at. */
  #names: ReadonlySet<string> | undefined;
  #root: string | undefined;
  #atRoot: readonly FolderFault[] = [];

  constructor(disk: Disk, workspace: string) {
    this.#disk = disk;
    this.#workspace = workspace;
  }

  /** Reads what is otherwise than the last time; whether anything was. What cannot be looked at stays as it was known. */
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

  /**
   * Whether nothing lies where its folder was, which the person or a program has removed then. Where nobody can look,
   * nothing is gone.
   */
  isGone(name: string): boolean {
    return this.#names?.has(name) === false && !this.#isThere(name);
  }

  /** Whether something has the name already, also one that differs in capitals alone. */
  has(name: string): boolean {
    return this.#isThere(name) || [...(this.#names ?? [])].some((one) => isSameName(one, name));
  }

  #isThere(name: string): boolean {
    return this.#disk.isThere(`${this.#workspace}/${serverFolder(name)}`);
  }

  /** The folder of a server of this name in real paths, as its file means them. */
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
    if (entry.kind !== 'file') return faultOf(name, 'no-file', 'It is no regular file');
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

/** What a file describes and the values that it gives, in short. */
export const digestOf = ({ way, secrets }: Pick<FoundServer, 'way' | 'secrets'>): string =>
  sha256(JSON.stringify([way, secrets]));

const fileOf = (name: string): string => `${serverFolder(name)}/${SERVER_FILE}`;

/** Why the folder of this name is no server. */
export const faultOf = (
  name: string,
  code: FolderFaultCode,
  message: string,
  values: Record<string, string> = {},
): FolderFault => ({ file: fileOf(name), code, values, message });
