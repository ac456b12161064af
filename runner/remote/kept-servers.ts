import { z } from 'zod';
import {
  ServerName,
  ServerSettings,
  type ServerSecrets,
} from '../../shared/protocol/mcp-servers.ts';
import type { Disk } from '../platform/disk.ts';
import { JsonFile } from '../store/json-file.ts';

export interface KeptServer {
  name: string;
  settings: ServerSettings;
}

/** What a process holds while it changes what is kept of servers: a command may, while a runner is there. */
export const serversLock = (workspace: string): string => `${workspace}/.lathe/mcp-servers.lock`;

type Secrets = z.infer<typeof ServerSecrets>;
const Settings = z.array(z.object({ name: ServerName, settings: ServerSettings }));
const Kept = z.array(
  z.object({ name: ServerName, values: z.array(z.tuple([z.string(), z.string()])) }),
);

/**
 * What the person said of other programs' servers, and the secrets that go with it, which lie in a file that its
 * owner alone may read. A damaged file is set aside: what it allowed is gone.
 */
export class RemoteServersStore {
  readonly #settings: JsonFile<z.infer<typeof Settings>>;
  readonly #secrets: JsonFile<z.infer<typeof Kept>>;

  constructor(disk: Disk, workspace: string) {
    const at = (name: string) => `${workspace}/.lathe/${name}.json`;
    const lock = serversLock(workspace);
    this.#settings = new JsonFile(disk, at('mcp-servers'), Settings, [], lock);
    this.#secrets = new JsonFile(disk, at('mcp-secrets'), Kept, [], lock);
  }

  async mend(): Promise<void> {
    await this.#settings.mend();
    await this.#secrets.mend();
  }

  /** Undefined where the file is damaged. */
  async list(): Promise<readonly KeptServer[] | undefined> {
    const { value, isDamaged } = await this.#settings.read();
    return isDamaged ? undefined : value;
  }

  async secretsOf(name: string): Promise<ReadonlyMap<string, string>> {
    const kept = (await this.#secrets.read()).value.find((one) => one.name === name);
    return new Map(kept?.values);
  }

  /** Keeps a server, with the secrets that are given; null forgets one. `anew`: earlier ones do not count. */
  async put(
    name: string,
    settings: ServerSettings,
    secrets: Secrets = {},
    anew?: 'anew',
  ): Promise<void> {
    const { way } = settings;
    const named = way.type === 'stdio' ? way.env : way.headers;
    const needed = new Set(named.flatMap((one) => (one.from === 'secret' ? one.name : [])));
    await this.#secrets.update((kept) => {
      const before = anew ? undefined : kept.find((one) => one.name === name);
      const values = new Map(before?.values);
      for (const [key, value] of Object.entries(secrets))
        if (value === null) values.delete(key);
        else values.set(key, value);
      // What nothing names any more is not kept.
      for (const key of values.keys()) if (!needed.has(key)) values.delete(key);
      const others = kept.filter((one) => one.name !== name);
      return values.size === 0 ? others : [...others, { name, values: [...values] }];
    });
    await this.#settings.update((kept) => {
      const others = kept.filter((one) => one.name !== name);
      return [...others, { name, settings }].sort((a, b) => (a.name < b.name ? -1 : 1));
    });
  }

  async remove(name: string): Promise<void> {
    await this.#settings.update((kept) => kept.filter((one) => one.name !== name));
    await this.#secrets.update((kept) => kept.filter((one) => one.name !== name));
  }
}
