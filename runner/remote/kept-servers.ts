import { z } from 'zod';
import {
  identityOf,
  ServerName,
  type ServerSecrets,
  type ServerSettings,
  type ServerWay,
} from '../../shared/protocol/mcp/servers.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { holdLock } from '../platform/disk/file-lock.ts';
import { JsonFile } from '../store/json-file.ts';
import { serversFile, type KeptServer, type KeptServers } from './servers-file.ts';

/** Returns the lock for changes of stored servers, because commands and runners may both make them. */
export const serversLock = (workspace: string): string => `${workspace}/.lathe/mcp-servers.lock`;

/** Data of a server is stored under its name, and some disks ignore case. */
export const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

type Secrets = z.infer<typeof ServerSecrets>;
const Kept = z.array(
  z.object({
    name: ServerName,
    /** The address or command that the values belong to (`identityOf`); no other gets them. */
    for: z.string().optional(),
    values: z.array(z.tuple([z.string(), z.string()])),
    /** Names whose values belonged to another one and were deleted. */
    elsewhere: z.array(z.string()).optional(),
  }),
);
type KeptSecrets = z.infer<typeof Kept>[number];

/** Values by name, and the names of values that belong to another address or command. */
export interface KnownSecrets {
  values: ReadonlyMap<string, string>;
  elsewhere: readonly string[];
}

/** Returns the stored values that a server with this way may have. */
function knownFor(way: ServerWay, kept: Omit<KeptSecrets, 'name'> | undefined): KnownSecrets {
  const { values = [], elsewhere = [] } = kept ?? {};
  if (kept?.for === identityOf(way)) return { values: new Map(values), elsewhere };
  return { values: new Map(), elsewhere: [...elsewhere, ...values.map(([name]) => name)] };
}

/**
 * The person's decisions about other programs' servers, and their secrets, which are in a file that only its owner
 * can read. A damaged file is set aside: its grants are lost.
 */
export class RemoteServersStore {
  readonly #settings: JsonFile<KeptServers>;
  readonly #secrets: JsonFile<z.infer<typeof Kept>>;
  readonly #adding: string;

  constructor(disk: Disk, workspace: string) {
    const at = (name: string) => `${workspace}/.lathe/${name}.json`;
    const lock = serversLock(workspace);
    this.#adding = `${workspace}/.lathe/mcp-adding.lock`;
    const none: KeptServers = { servers: [], broken: [] };
    this.#settings = new JsonFile(disk, at('mcp-servers'), serversFile, none, lock);
    this.#secrets = new JsonFile(disk, at('mcp-secrets'), Kept, [], lock);
  }

  async mend(): Promise<void> {
    await this.#settings.mend();
    await this.#secrets.mend();
  }

  /** Undefined if the file is damaged. */
  async list(): Promise<KeptServers | undefined> {
    const { value, isDamaged } = await this.#settings.read();
    return isDamaged ? undefined : value;
  }

  /**
   * Checks the identity even for a file edited by hand: values reach only the address or command that they belong
   * to.
   */
  async secretsOf(name: string, way: ServerWay): Promise<KnownSecrets> {
    return knownFor(
      way,
      (await this.#secrets.read()).value.find((one) => one.name === name),
    );
  }

  /** Adds a server; false if one with this name exists, which another process may have added a moment ago. */
  async add(name: string, settings: ServerSettings, secrets: Secrets = {}): Promise<boolean> {
    await this.#secrets.mend();
    return holdLock(this.#adding, async () => {
      const { servers, broken } = (await this.#settings.read()).value;
      if ([...servers, ...broken].some((one) => isSameName(one.name ?? '', name))) return false;
      // Replaces secrets of an earlier server, which an interruption between two writes may have left.
      await this.#put({ name, settings }, secrets, true);
      return true;
    });
  }

  /**
   * Stores a server and its secrets; null deletes a secret. A server without earlier decisions (`isNew`) gets no
   * values of a former one.
   */
  put(server: KeptServer, secrets: Secrets = {}, isNew = false): Promise<void> {
    return this.#put(server, secrets, isNew);
  }

  async #put(server: KeptServer, secrets: Secrets, isNew: boolean): Promise<void> {
    const { name, settings } = server;
    const { way } = settings;
    const named = way.type === 'stdio' ? way.env : way.headers;
    const needed = new Set(named.flatMap((one) => (one.from === 'secret' ? one.name : [])));
    let was: KeptSecrets | undefined;
    await this.#secrets.update((kept) => {
      was = kept.find((one) => one.name === name);
      const known = knownFor(way, isNew ? undefined : was);
      const all = Object.entries({ ...Object.fromEntries(known.values), ...secrets });
      // Drops values that nothing uses any more.
      const values = all.flatMap(([key, value]): [string, string][] =>
        value !== null && needed.has(key) ? [[key, value]] : [],
      );
      const elsewhere = known.elsewhere.filter(
        (key) => needed.has(key) && !Object.hasOwn(secrets, key),
      );
      const others = kept.filter((one) => one.name !== name);
      if (values.length + elsewhere.length === 0) return others;
      return [...others, { name, for: identityOf(way), values, elsewhere }];
    });
    try {
      await this.#settings.update(({ servers, broken }) => {
        const others = servers.filter((one) => one.name !== name);
        const all = [...others, server].sort((a, b) => (a.name < b.name ? -1 : 1));
        return { servers: all, broken };
      });
    } catch (error) {
      // A failed change must leave every earlier value.
      await this.#secrets
        .update((kept) => [...kept.filter((one) => one.name !== name), ...(was ? [was] : [])])
        .catch(() => undefined);
      throw error;
    }
  }

  /** Waits for a running `add`, so that it does not delete the values of the next server with this name. */
  remove(name: string): Promise<void> {
    return holdLock(this.#adding, async () => {
      await this.#settings.update(({ servers, broken }) => ({
        ...{ servers: servers.filter((one) => one.name !== name), broken },
      }));
      await this.#secrets.update((kept) => kept.filter((one) => one.name !== name));
    });
  }
}
