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

  /**
   * Takes a flat script with all its files out of `tools`, or leaves them all there. The next start finishes what a
   * crash interrupts.
   */
  async putFlat(id: string, tools: string): Promise<Discarded> {
    const unfinished = (await this.#unfinished()).find((one) => one.id === id);
    if (unfinished) {
      const isOther = await isFlatIn(this.#disk, this.#going(unfinished.key), id);
      await this.#takeFlat(id, unfinished.key, tools);
      if (!isOther) return unfinished;
    }
    const discarded = { id, deletedAt: Date.now() };
    const key = keyOf(id, discarded.deletedAt);
    await this.#disk.makeFolder(this.#going(key));
    try {
      await this.#takeFlat(id, key, tools);
    } catch (error) {
      await this.#giveBack(id, key, tools).catch(() => undefined);
      throw error;
    }
    return { ...discarded, key };
  }

  /** If moving fails, too, the next deletion of the script or the next start finishes the first one. */
  async #giveBack(id: string, key: string, tools: string): Promise<void> {
    const going = this.#going(key);
    const names = ((await this.#disk.list(going)) ?? []).map(({ name }) => name);
    // What has its name by now is another script.
    if (names.includes(id) && (await this.#disk.look(`${tools}/${id}`))) return;
    for (const name of names.sort((a, b) => Number(b === id) - Number(a === id)))
      await this.#disk.move(`${going}/${name}`, `${tools}/${name}`);
    await this.#disk.remove(going);
  }

  #going(key: string): string {
    return `${this.#root}/${key}${GOING}`;
  }

  /** The script goes last: until then it keeps its name, so that no other script inherits its samples. */
  async #takeFlat(id: string, key: string, tools: string): Promise<void> {
    const going = this.#going(key);
    // If the script is there already, what has its name now is another one.
    const left = (await isFlatIn(this.#disk, going, id))
      ? []
      : ((await this.#disk.list(tools)) ?? []).filter(({ kind }) => kind === 'file');
    const names = left.map(({ name }) => name).filter(isOfFlat(id));
    for (const name of names.sort((a, b) => Number(a === id) - Number(b === id)))
      await this.#disk.move(`${tools}/${name}`, `${going}/${name}`);
    await this.#disk.move(going, `${this.#root}/${key}`);
  }

  /**
   * Finishes the interrupted deletions of flat scripts. One that holds no file was never begun, or was undone: its
   * script stays. The caller must hold the workspace's lock.
   */
  async finish(tools: string): Promise<void> {
    for (const { id, key } of await this.#unfinished()) {
      const going = this.#going(key);
      if ((await this.#disk.list(going))?.length === 0) await this.#disk.remove(going);
      else await this.#takeFlat(id, key, tools);
    }
  }

  async #unfinished(): Promise<Discarded[]> {
    const names = (await this.#disk.folders(this.#root)) ?? [];
    return names
      .filter((name) => name.endsWith(GOING))
      .flatMap((name) => parse(name.slice(0, -GOING.length)) ?? []);
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
