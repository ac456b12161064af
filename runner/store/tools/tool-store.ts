import { checkFolderNames } from '../../../shared/formats/import/folder-names.ts';
import { readingFaults } from '../../../shared/formats/reading-limits.ts';
import { changed } from '../../../shared/tool/folder.ts';
import type { Folder, FolderChanges } from '../../../shared/tool/folder.ts';
import { fileProblem } from '../../../shared/tool/problem/problem.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { FolderSaves, writeFolder } from './folder-saves.ts';
import { folderEtag } from './folder-etag.ts';
import { Turns } from '../../../shared/tool/run/turns.ts';
import { flatIds, flatProblems, isFlatIn } from './flat-tools.ts';
import { isFolderName, isToolId, toToolId } from './tool-id.ts';
import { Trash } from './trash.ts';
import type { Discarded } from './trash.ts';

/** A tool folder as it is on disk. */
export interface StoredFolder {
  id: string;
  etag: string;
  /** Milliseconds since 1970. */
  modifiedAt: number;
  files: Folder;
  /** Whether its files are directly in `tools/`, as other programs place them. */
  isFlat?: boolean;
  /** The time of change of each file, by path, in milliseconds since 1970. */
  times?: Record<string, number>;
  /** Why parts of it could not be read. */
  problems: Problem[];
}

/** The precondition of a write: the state that was edited, or that nothing exists yet. */
export type Condition = { etag: string } | 'absent' | 'any';

export type Saved =
  | { kind: 'saved'; folder: StoredFolder }
  | { kind: 'conflict'; theirs: StoredFolder }
  | { kind: 'gone' }
  | { kind: 'refused'; problems: Problem[] };

export type Removed =
  | { kind: 'removed'; discarded: Discarded }
  | { kind: 'conflict'; theirs: StoredFolder }
  | { kind: 'gone' };

/** The tool folders of a workspace (`tools/<id>/`), the trash, and the staging folder. */
export class ToolStore {
  readonly trash: Trash;
  #disk: Disk;
  #tools: string;
  #staging: string;
  #saves: FolderSaves;
  #turns = new Turns({ ofEach: 1 });
  #known = new Map<string, { stamp: string; folder: StoredFolder }>();

  constructor(disk: Disk, workspace: string) {
    this.#disk = disk;
    this.#tools = `${workspace}/tools`;
    this.#staging = `${workspace}/.lathe/staging`;
    this.#saves = new FolderSaves(disk, workspace);
    this.trash = new Trash(disk, `${workspace}/.lathe/trash`, this.#staging);
  }

  /** Lists all folders by name. Skips links and hidden folders. */
  async list(): Promise<StoredFolder[]> {
    const folders = await Promise.all((await this.ids()).map((id) => this.read(id)));
    return folders.filter((folder) => folder !== undefined);
  }

  /** Returns the names of all folders and flat scripts. */
  async ids(): Promise<string[]> {
    const folders = (await this.#disk.folders(this.#tools)) ?? [];
    return [...folders, ...flatIds((await this.#disk.list(this.#tools)) ?? [])];
  }

  async read(id: string): Promise<StoredFolder | undefined> {
    const entry = isFolderName(id) ? await this.#disk.look(`${this.#tools}/${id}`) : undefined;
    if (entry?.kind === 'folder') return this.#read(id, false);
    if (entry?.kind === 'file' && (await this.ids()).includes(id)) return this.#read(id, true);
    this.#known.delete(id);
    return undefined;
  }

  /** Reads a folder that was listed a moment ago. */
  async #read(id: string, isFlat: boolean): Promise<StoredFolder | undefined> {
    const known = this.#known.get(id);
    const read = await this.#saves.read(id, known?.stamp);
    if (!read) return known?.folder;
    const { tree, files, problems } = read;
    const modifiedAt =
      tree.modifiedAt || (await this.#disk.look(`${this.#tools}/${id}`))?.modifiedAt;
    if (modifiedAt === undefined) return undefined;
    const times = Object.fromEntries(
      tree.entries.map((one) => [one.path, one.entry.modifiedAt] as const),
    );
    Object.freeze(files);
    const flat = isFlat ? { isFlat } : {};
    const folder = { id, etag: folderEtag(files), modifiedAt, files, times, problems, ...flat };
    this.#known.set(id, { stamp: tree.stamp, folder });
    return folder;
  }

  /** Files that are not named stay unchanged. */
  save(id: string, changes: FolderChanges, condition: Condition): Promise<Saved> {
    return this.#turns.run(async () => {
      const before = await this.read(id);
      const files = changed(before?.files ?? {}, changes);
      const problems = [
        ...(before || isToolId(id) ? [] : [badId(id)]),
        ...checkFolderNames(Object.keys(files)),
        ...readingFaults(files),
        ...(before?.isFlat ? flatProblems(id, Object.keys(changes)) : []),
      ];
      if (problems.length > 0) return { kind: 'refused', problems };
      if (before) {
        const free =
          condition === 'any' || (condition !== 'absent' && condition.etag === before.etag);
        if (!free) return { kind: 'conflict', theirs: before };
        await this.#saves.replace(id, before.files, files);
      } else {
        if (typeof condition === 'object') return { kind: 'gone' };
        await this.#place(id, files);
      }
      const folder = await this.read(id);
      return folder ? { kind: 'saved', folder } : { kind: 'gone' };
    }, id);
  }

  /** Moves a folder to the trash. */
  remove(id: string, condition: Exclude<Condition, 'absent'>): Promise<Removed> {
    return this.#turns.run(async () => {
      const before = await this.read(id);
      if (!before) return { kind: 'gone' };
      if (condition !== 'any' && condition.etag !== before.etag) {
        return { kind: 'conflict', theirs: before };
      }
      const discarded = before.isFlat
        ? await this.trash.putFlat(id, this.#tools)
        : await this.trash.put(id, `${this.#tools}/${id}`);
      return { kind: 'removed', discarded };
    }, id);
  }

  /** Finishes the saves and deletions that a crash interrupted. The caller must hold the workspace's lock. */
  async finish(): Promise<void> {
    await this.#saves.finishAll();
    await this.trash.finish(this.#tools);
  }

  /** Creates a folder under `wanted` or the next free id. `first` runs before the folder is visible. */
  create(
    wanted: string,
    files: Folder,
    first: (id: string) => Promise<void>,
  ): Promise<StoredFolder | undefined> {
    return this.#underFreeId(wanted, async (id) => {
      await first(id);
      await this.#place(id, files);
    });
  }

  /** Deletes a folder that was just created, without the trash. */
  discard(id: string): Promise<void> {
    return this.#turns.run(() => this.#disk.remove(`${this.#tools}/${id}`), id);
  }

  /** Lists the trash, newest first, each with the id after a restore. */
  async discarded(): Promise<(Discarded & { restoresAs: string })[]> {
    const all = await this.trash.list();
    const idOf = async ({ key, id }: Discarded) => {
      const found = await this.trash.find(key);
      return this.#freeId(found ? await this.#wantedId(found) : id);
    };
    return Promise.all(all.map(async (one) => ({ ...one, restoresAs: await idOf(one) })));
  }

  /** Deletes a folder of the trash permanently; false if it does not exist. Waits for a running restore. */
  deleteForever(key: string): Promise<boolean> {
    return this.#turns.run(() => this.trash.remove(key), '');
  }

  /** A flat script is restored as a folder, whose name is always free. */
  async #wantedId({ id, path }: { id: string; path: string }): Promise<string> {
    const isFlat = await isFlatIn(this.#disk, path, id);
    return isFlat ? toToolId(id.replace(/(?<=.)\.[^.]*$/, '')) : id;
  }

  /** Restores a folder from the trash, under a free id if its own is taken. */
  async restore(
    key: string,
    first: (id: string) => Promise<void>,
  ): Promise<StoredFolder | undefined> {
    const found = await this.trash.find(key);
    if (!found) return undefined;
    return this.#underFreeId(await this.#wantedId(found), async (id) => {
      // Another process may have restored it.
      if (!(await this.trash.find(key))) return;
      await first(id);
      await this.#disk.move(found.path, `${this.#tools}/${id}`);
    });
  }

  /** Runs one at a time, so that no two folders get the same id. */
  #underFreeId(
    wanted: string,
    place: (id: string) => Promise<void>,
  ): Promise<StoredFolder | undefined> {
    return this.#turns.run(async () => {
      for (;;) {
        const id = await this.#freeId(wanted);
        const placed = await this.#turns.run(async () => {
          // A save with this name may have run in the meantime.
          if (await this.#disk.look(`${this.#tools}/${id}`)) return 'taken';
          await place(id);
          return this.read(id);
        }, id);
        if (placed !== 'taken') return placed;
      }
    }, '');
  }

  /** Returns `id`, or the first free one of `id_2`, `id_3` and so on. */
  async #freeId(id: string): Promise<string> {
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? id : `${id.slice(0, 58)}_${count}`;
      if (!(await this.#disk.look(`${this.#tools}/${candidate}`))) return candidate;
    }
  }

  /** A new folder appears whole: it is written elsewhere and renamed. */
  async #place(id: string, files: Folder): Promise<void> {
    const staged = `${this.#staging}/${crypto.randomUUID()}`;
    try {
      await writeFolder(this.#disk, staged, files);
      await this.#disk.move(staged, `${this.#tools}/${id}`);
    } finally {
      await this.#disk.remove(staged);
    }
  }
}

const badId = (id: string): Problem =>
  fileProblem(
    'error',
    'bad-id',
    '',
    `"${id}" cannot be an id: it begins with a lower-case letter and has at most 64 letters, digits and underscores`,
    { id },
  );
