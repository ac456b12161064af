import type { Disk } from '../../platform/disk/disk.ts';
import { isFlatIn, isOfFlat } from './flat-tools.ts';

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

/** Ends the name of a folder that does not have all files yet. */
const GOING = '.going';

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

  async put(id: string, folder: string): Promise<Discarded> {
    const discarded = { id, deletedAt: Date.now() };
    const key = keyOf(id, discarded.deletedAt);
    await this.#disk.makeFolder(this.#root);
    await this.#disk.move(folder, `${this.#root}/${key}`);
    return { ...discarded, key };
  }

  /** Takes a flat script with all its files out of `tools`. The next start finishes what a crash interrupts. */
  async putFlat(id: string, tools: string): Promise<Discarded> {
    const discarded = { id, deletedAt: Date.now() };
    const key = keyOf(id, discarded.deletedAt);
    await this.#disk.makeFolder(`${this.#root}/${key}${GOING}`);
    await this.#takeFlat(id, key, tools);
    return { ...discarded, key };
  }

  /** The script goes last: until then it keeps its name, so that no other script inherits its samples. */
  async #takeFlat(id: string, key: string, tools: string): Promise<void> {
    const going = `${this.#root}/${key}${GOING}`;
    // If the script is there already, what has its name now is another one.
    const left = (await isFlatIn(this.#disk, going, id))
      ? []
      : ((await this.#disk.list(tools)) ?? []).filter(({ kind }) => kind === 'file');
    const names = left.map(({ name }) => name).filter(isOfFlat(id));
    for (const name of names.sort((a, b) => Number(a === id) - Number(b === id)))
      await this.#disk.move(`${tools}/${name}`, `${going}/${name}`);
    await this.#disk.move(going, `${this.#root}/${key}`);
  }

  /** Finishes the interrupted deletions of flat scripts. The caller must hold the workspace's lock. */
  async finish(tools: string): Promise<void> {
    for (const name of (await this.#disk.folders(this.#root)) ?? []) {
      const key = name.slice(0, -GOING.length);
      const { id } = (name.endsWith(GOING) && parse(key)) || {};
      if (id !== undefined) await this.#takeFlat(id, key, tools);
    }
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
