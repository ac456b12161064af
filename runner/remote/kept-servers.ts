import { z } from 'zod';
import {
  ServerName,
  type ServerSecrets,
  type ServerSettings,
} from '../../shared/protocol/mcp-servers.ts';
import type { Disk } from '../platform/disk.ts';
import { holdLock } from '../platform/file-lock.ts';
import { JsonFile } from '../store/json-file.ts';
import { serversFile, type KeptServers } from './servers-file.ts';

/** What a process holds while it changes what is kept of servers: a command may, while a runner is there. */
export const serversLock = (workspace: string): string => `${workspace}/.lathe/mcp-servers.lock`;

type Secrets = z.infer<typeof ServerSecrets>;
const Kept = z.array(
  z.object({ name: ServerName, values: z.array(z.tuple([z.string(), z.string()])) }),
);

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

  async secretsOf(name: string): Promise<ReadonlyMap<string, string>> {
    const kept = (await this.#secrets.read()).value.find((one) => one.name === name);
    return new Map(kept?.values);
  }

  /** Keeps one more server; false where there is one of this name, which another process may have added just now. */
  async add(name: string, settings: ServerSettings, secrets: Secrets = {}): Promise<boolean> {
    await this.#secrets.mend();
    return holdLock(this.#adding, async () => {
      const { servers, broken } = (await this.#settings.read()).value;
      if ([...servers, ...broken].some((one) => one.name === name)) return false;
      // Nor is a secret of an earlier one sent to it, which a stop between two writes may have left behind.
      await this.#put(name, settings, secrets, true);
      return true;
    });
  }

  /** Keeps a server that there is, with the secrets that are given; null forgets one. */
  put(name: string, settings: ServerSettings, secrets: Secrets = {}): Promise<void> {
    return this.#put(name, settings, secrets, false);
  }

  async #put(
    name: string,
    settings: ServerSettings,
    secrets: Secrets,
    isNew: boolean,
  ): Promise<void> {
    const { way } = settings;
    const named = way.type === 'stdio' ? way.env : way.headers;
    const needed = new Set(named.flatMap((one) => (one.from === 'secret' ? one.name : [])));
    await this.#secrets.update((kept) => {
      const before = isNew ? undefined : kept.find((one) => one.name === name);
      const values = new Map(before?.values);
      for (const [key, value] of Object.entries(secrets))
        if (value === null) values.delete(key);
        else values.set(key, value);
      // What nothing names any more is not kept.
      for (const key of values.keys()) if (!needed.has(key)) values.delete(key);
      const others = kept.filter((one) => one.name !== name);
      return values.size === 0 ? others : [...others, { name, values: [...values] }];
    });
    await this.#settings.update(({ servers, broken }) => {
      const others = servers.filter((one) => one.name !== name);
      const all = [...others, { name, settings }].sort((a, b) => (a.name < b.name ? -1 : 1));
      return { servers: all, broken };
    });
  }

  async remove(name: string): Promise<void> {
    await this.#settings.update(({ servers, broken }) => ({
      ...{ servers: servers.filter((one) => one.name !== name), broken },
    }));
    await this.#secrets.update((kept) => kept.filter((one) => one.name !== name));
  }
}
