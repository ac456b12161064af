import type { Disk } from '../../platform/disk/disk.ts';

export interface Discarded {
  id: string;
  key: string;
  /** Milliseconds since 1970. */
  deletedAt: number;
}

const keyOf = (id: string, at: number) => `${id}~${at}~${crypto.randomUUID().slice(0, 8)}`;
const parse = (key: string): Discarded | undefined => {
  const [, id = '', at = ''] = /^([^~/]+)~(\d+)~[0-9a-f]{8}$/.exec(key) ?? [];
  return id === '' ? undefined : { id, key, deletedAt: Number(at) };
};

/** Deleted tool folders, until a person deletes them permanently. */
export class Trash {
  #disk: Disk;
  #root: string;
  #staging: string;

  /** `staging` is emptied at each start. */
  constructor(disk: Disk, root: string, staging: string) {
    this.#disk = disk;
    this.#root = root;
    this.#staging = staging;
  }

  /** `flat` names the files of a flat script in `folder`. */
  async put(id: string, folder: string, flat?: readonly string[]): Promise<Discarded> {
    const discarded = { id, deletedAt: Date.now() };
    const key = keyOf(id, discarded.deletedAt);
    await this.#disk.makeFolder(this.#root);
    if (flat === undefined) await this.#disk.move(folder, `${this.#root}/${key}`);
    else {
      await this.#disk.makeFolder(`${this.#root}/${key}`);
      const beside = folder.slice(0, folder.lastIndexOf('/'));
      for (const name of flat)
        await this.#disk.move(`${beside}/${name}`, `${this.#root}/${key}/${name}`);
    }
    return { ...discarded, key };
  }

  /** Newest first. */
  async list(): Promise<Discarded[]> {
    const entries = (await this.#disk.list(this.#root)) ?? [];
    return entries
      .flatMap((entry) => (entry.kind === 'folder' ? (parse(entry.name) ?? []) : []))
      .sort((a, b) => b.deletedAt - a.deletedAt);
  }

  /** Deletes an entry; false if it does not exist. It disappears from the list at once. */
  async remove(key: string): Promise<boolean> {
    const found = await this.find(key);
    if (!found) return false;
    // If the process is killed, the next start removes the rest.
    const going = `${this.#staging}/${crypto.randomUUID()}`;
    await this.#disk.makeFolder(this.#staging);
    try {
      await this.#disk.move(found.path, going);
    } catch (error) {
      // Another process may have deleted it.
      if (!(await this.find(key))) return false;
      throw error;
    }
    await this.#disk.remove(going);
    return true;
  }

  /** Returns where a deleted folder is; undefined if it does not exist. */
  async find(key: string): Promise<{ id: string; path: string } | undefined> {
    const discarded = parse(key);
    if (!discarded) return undefined;
    const path = `${this.#root}/${key}`;
    const entry = await this.#disk.look(path);
    return entry?.kind === 'folder' ? { id: discarded.id, path } : undefined;
  }
}
