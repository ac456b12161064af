import { z } from 'zod';
import {
  identityOf,
  ServerName,
  type ServerSecrets,
  type ServerSettings,
  type ServerWay,
} from '../../shared/protocol/mcp/servers.ts';
import type { Disk } from '../platform/disk.ts';
import { holdLock } from '../platform/file-lock.ts';
import { JsonFile } from '../store/json-file.ts';
import { serversFile, type KeptServer, type KeptServers } from './servers-file.ts';

/** What a process holds while it changes what is kept of servers: a command may, while a runner is there. */
export const serversLock = (workspace: string): string => `${workspace}/.lathe/mcp-servers.lock`;

/** What is kept of a server lies under its name, and disks differ in whether capitals make another one. */
export const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

type Secrets = z.infer<typeof ServerSecrets>;
const Kept = z.array(
  z.object({
    name: ServerName,
    /** The address or command that the values were given with (`identityOf`), and no other gets them. */
    for: z.string().optional(),
    values: z.array(z.tuple([z.string(), z.string()])),
    /** Names whose value was for another one, and is forgotten. */
    elsewhere: z.array(z.string()).optional(),
  }),
);
type KeptSecrets = z.infer<typeof Kept>[number];

/** Values by their name, and the names of those that were given for another address or command. */
export interface KnownSecrets {
  values: ReadonlyMap<string, string>;
  elsewhere: readonly string[];
}

/** What is kept, as far as a server that is reached in this way may have it. */
function knownFor(way: ServerWay, kept: Omit<KeptSecrets, 'name'> | undefined): KnownSecrets {
  const { values = [], elsewhere = [] } = kept ?? {};
  if (kept?.for === identityOf(way)) return { values: new Map(values), elsewhere };
  return { values: new Map(), elsewhere: [...elsewhere, ...values.map(([name]) => name)] };
}

/**
 * What the person said of other programs' servers, and the secrets that go with it, which lie in a file that its
 * owner alone may read. A damaged file is set aside: what it allowed is gone.
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

  /** Undefined where the file is damaged. */
  async list(): Promise<KeptServers | undefined> {
    const { value, isDamaged } = await this.#settings.read();
    return isDamaged ? undefined : value;
  }

  /** Also a file that somebody wrote by hand sends none to another address or command than it was given for. */
  async secretsOf(name: string, way: ServerWay): Promise<KnownSecrets> {
    return knownFor(
      way,
      (await this.#secrets.read()).value.find((one) => one.name === name),
    );
  }

  /** Keeps one more server; false where there is one of this name, which another process may have added just now. */
  async add(name: string, settings: ServerSettings, secrets: Secrets = {}): Promise<boolean> {
    await this.#secrets.mend();
    return holdLock(this.#adding, async () => {
      const { servers, broken } = (await this.#settings.read()).value;
      if ([...servers, ...broken].some((one) => isSameName(one.name ?? '', name))) return false;
      // Nor is a secret of an earlier one sent to it, which a stop between two writes may have left behind.
      await this.#put({ name, settings }, secrets, true);
      return true;
    });
  }

  /**
   * Keeps a server that there is, with the secrets that are given; null forgets one. One of which nothing was said
   * before (`isNew`) gets no value that an earlier one left behind.
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
      // What nothing names any more is not kept.
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
      // Whoever is told that nothing was changed has every value that there was.
      await this.#secrets
        .update((kept) => [...kept.filter((one) => one.name !== name), ...(was ? [was] : [])])
        .catch(() => undefined);
      throw error;
    }
  }

  /** Waits for who is being added: a value of the next one with this name is not taken along. */
  remove(name: string): Promise<void> {
    return holdLock(this.#adding, async () => {
      await this.#settings.update(({ servers, broken }) => ({
        ...{ servers: servers.filter((one) => one.name !== name), broken },
      }));
      await this.#secrets.update((kept) => kept.filter((one) => one.name !== name));
    });
  }
}
