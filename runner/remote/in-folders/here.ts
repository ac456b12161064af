import type { FolderFault, ServerFolder } from '../../../shared/protocol/mcp/server-folder.ts';
import type { BrokenServer } from '../../../shared/protocol/mcp/state.ts';
import type {
  ServerChanged,
  ServerSettings,
  ServerWay,
} from '../../../shared/protocol/mcp/servers.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { sha256 } from '../../platform/sha256.ts';
import { isSameName, RemoteServersStore, type KnownSecrets } from '../kept-servers.ts';
import type { RemoteServer } from '../server.ts';
import type { KeptServer } from '../servers-file.ts';
import {
  exportServer,
  isSameServer,
  removeFolder,
  secretVariables,
  type Exported,
} from './export-server.ts';
import { placeFolders } from './place-folders.ts';
import { ServerFolders, type FoundServer } from './server-folders.ts';
import { withFolders, type ServerHere } from './with-folders.ts';

interface Given {
  disk: Disk;
  workspace: string;
  variable(name: string): string | undefined;
}

/** The list of servers: those of this machine and the workspace's folders. Starts none. */
export class ServersHere {
  /** Invalid entries of the file. */
  broken: readonly BrokenServer[] = [];
  /** Folders of the workspace that are not valid servers. */
  faults: readonly FolderFault[] = [];
  readonly #given: Given;
  readonly #most: number;
  readonly #store: RemoteServersStore;
  readonly #folders: ServerFolders;
  #inFolders = new Map<string, ServerFolder>();
  /** Folders that the person decided about, whether or not that decision applies now. */
  #said: ReadonlySet<string> = new Set();
  #seen = ['', ''];
  /** A salt for digests that leave the runner, because short values could otherwise be guessed. */
  readonly #salt = crypto.randomUUID();

  /** `most` limits the number of servers. */
  constructor(given: Given, most: number) {
    this.#given = given;
    this.#most = most;
    this.#store = new RemoteServersStore(given.disk, given.workspace);
    this.#folders = new ServerFolders(given.disk, given.workspace);
  }

  mend(): Promise<void> {
    return this.#store.mend();
  }

  secretsOf(name: string, way: ServerWay): Promise<KnownSecrets> {
    return this.#store.secretsOf(name, way);
  }

  folderOf(name: string): ServerFolder | undefined {
    return this.#inFolders.get(name);
  }

  /** Whether anything on the disk changed since the last time. */
  async isOther(): Promise<boolean> {
    const { disk, workspace } = this.#given;
    // Each file in the folder is replaced when it changes, so the folder's stamp changes, too.
    const now = [`${workspace}/.lathe/mcp-servers.json`, `${workspace}/.lathe/mcp`].map(
      (path, at) => disk.readChanged(path, this.#seen[at])?.stamp,
    );
    const isOther = await this.#folders.look();
    this.#seen = now.map((stamp, at) => stamp ?? this.#seen[at] ?? '');
    return isOther || now.some((stamp) => stamp !== undefined);
  }

  /** Returns the current servers, and the names whose folders changed; undefined if they cannot be read. */
  async list(): Promise<
    | { servers: readonly ServerHere[]; gone: readonly KeptServer[]; toldAnew: Set<string> }
    | undefined
  > {
    const kept = await this.#store.list();
    if (!kept) return undefined;
    const seenOf = (digest: string) => sha256(`${this.#salt} ${digest}`);
    const given = { most: this.#most, seenOf };
    const { servers, faults, gone } = withFolders(kept, this.#folders, given);
    this.#said = new Set(kept.servers.flatMap(({ name, folder }) => (folder ? name : [])));
    this.broken = kept.broken.map(({ text: _, ...told }) => told);
    const told = new Map<string, string>();
    const toldAnew = new Set<string>();
    const tell = (name: string, what: unknown) => told.set(name, JSON.stringify(what));
    for (const fault of this.faults) tell(nameIn(fault), fault);
    for (const [name, folder] of this.#inFolders) tell(name, folder);
    this.faults = faults;
    this.#inFolders = new Map(
      servers.flatMap(({ name, folder }) => (folder ? [[name, folder] as const] : [])),
    );
    const now = [...faults.map((one) => [nameIn(one), one] as const), ...this.#inFolders];
    for (const [name, what] of now) {
      if (told.get(name) !== JSON.stringify(what)) toldAnew.add(name);
      told.delete(name);
    }
    for (const name of told.keys()) toldAnew.add(name);
    return { servers, gone, toldAnew };
  }

  /** Returns false if a server or folder with this name exists. */
  async add(
    name: string,
    settings: ServerSettings,
    secrets: ServerChanged['secrets'],
  ): Promise<boolean> {
    return !this.#folders.has(name) && this.#store.add(name, settings, secrets);
  }

  /**
   * Whether the server is a folder without any decision: data of an earlier server with its name is not its own.
   */
  isNew(name: string): boolean {
    return this.#inFolders.has(name) && !this.#said.has(name);
  }

  /**
   * Returns false if the folder describes another server than the person looked at: the file decides what is
   * reached, by which names and with which values.
   */
  async change(
    name: string,
    { settings, secrets = {}, folder: looked }: Omit<ServerChanged, 'clientSecret'>,
  ): Promise<boolean> {
    const folder = this.#inFolders.get(name);
    const found = folder && this.#folders.found.get(name);
    if (!found) {
      await this.#store.put({ name, settings }, secrets);
      return true;
    }
    if (looked !== folder.seen || !isSameServer(found.way, settings.way)) return false;
    const values = { ...(await this.#valuesIn(found, name)), ...secrets };
    await this.#store.put({ name, settings, folder: found.digest }, values, this.isNew(name));
    return true;
  }

  /** Returns the values in a folder's file, which become secrets like those of a pasted configuration. */
  async #valuesIn({ way, secrets }: FoundServer, name: string): Promise<Record<string, string>> {
    const { values } = await this.#store.secretsOf(name, way);
    const isOther = this.#inFolders.get(name)?.isChanged === true || this.isNew(name);
    const given = Object.entries(secrets).filter(([key]) => isOther || !values.has(key));
    return Object.fromEntries(given);
  }

  /** Exports a server as a folder: in the workspace, where it becomes the server, or as a copy `elsewhere`. */
  async export(server: RemoteServer, elsewhere: string | undefined): Promise<Exported> {
    const { name, settings } = server;
    const { disk, workspace, variable } = this.#given;
    const { values } = await this.#store.secretsOf(name, settings.way);
    const secrets = [...values.values(), ...secretVariables(settings.way, variable)];
    const made = await exportServer(disk, {
      ...{ server, secrets, folder: elsewhere ?? (await this.#folders.pathOf(name)) },
      ...(elsewhere === undefined ? { staging: `${workspace}/.lathe/staging` } : {}),
    });
    if ('digest' in made && elsewhere === undefined)
      await this.#store.put({ name, settings, folder: made.digest });
    return made;
  }

  /** Adds imported folders and returns their names, which are free ones. */
  async place(folders: readonly [wanted: string, files: Folder][]): Promise<string[]> {
    const { disk, workspace } = this.#given;
    const kept = await this.#store.list();
    const taken = [...(kept?.servers ?? []), ...this.broken].flatMap((one) => one.name ?? []);
    const isTaken = (name: string) =>
      this.#folders.has(name) || taken.some((one) => isSameName(one, name));
    return placeFolders(disk, workspace, folders, isTaken);
  }

  /**
   * Also deletes the file of a workspace folder. The decisions are deleted first: an interruption leaves a folder
   * that is turned off.
   */
  async remove(name: string): Promise<void> {
    await this.#store.remove(name);
    if (this.#inFolders.delete(name))
      await removeFolder(this.#given.disk, await this.#folders.pathOf(name));
  }

  /** Deletes the decisions about a deleted folder. If writing fails, it is repeated later. */
  async forget(name: string): Promise<void> {
    if (this.#folders.isGone(name)) await this.#store.remove(name).catch(() => undefined);
  }
}

const nameIn = ({ file }: FolderFault): string => file.split('/')[1] ?? '';
