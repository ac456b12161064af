import { z } from 'zod';
import { bytesOf, contentOf } from '../../../shared/formats/file-bytes.ts';
import { parseJson } from '../../../shared/schema/json/parse-json.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { isFlatIn, isOfFlat } from './flat-tools.ts';
import { nested, parents, Step, stepsBetween } from './save-steps.ts';
import { listTree, readTree } from './tree.ts';
import type { Tree } from './tree.ts';

type Move = [from: string, to: string];

export interface ReadFolder {
  tree: Tree;
  files: Folder;
  problems: Problem[];
}

const stepsFile = 'steps.json';
/** How often a folder is read again that changes during each read. */
const mostReads = 5;
/** Kernels give all changes within some milliseconds the same time. */
const TICK_MS = 50;

/**
 * Saves several files atomically. A save writes the new files and then the list of steps to a journal; from
 * then on it counts. Reads through this class see the new version even while files move or after a crash, and
 * the next start finishes the save.
 */
export class FolderSaves {
  #disk: Disk;
  #tools: string;
  #saving: string;

  constructor(disk: Disk, workspace: string) {
    this.#disk = disk;
    this.#tools = `${workspace}/tools`;
    this.#saving = `${workspace}/.lathe/saving`;
  }

  /** Changes a folder from `before` to `next`. If it fails, the folder is unchanged. */
  async replace(id: string, before: Folder, next: Folder): Promise<void> {
    const steps = stepsBetween(before, next);
    // A single file changes atomically without a journal.
    const root = await this.#rootOf(id);
    if (steps.length < 2) return this.#change(root, next, steps);
    await this.#finish(id);
    const place = `${this.#saving}/${id}`;
    try {
      for (const { path, staged } of steps) {
        const content = next[path];
        if (staged !== undefined && content !== undefined)
          await this.#disk.write(`${place}/${staged}`, bytesOf(content));
      }
      await this.#disk.write(`${place}/${stepsFile}`, JSON.stringify(steps));
    } catch (error) {
      await this.#disk.remove(place);
      throw error;
    }
    try {
      await this.#apply(id, root, steps);
    } catch (error) {
      await this.#change(root, before, stepsBetween(next, before));
      await this.#drop(id);
      throw error;
    }
    await this.#drop(id);
  }

  /** Finishes interrupted saves and removes unfinished journals. The caller must hold the workspace's lock. */
  async finishAll(): Promise<void> {
    for (const id of (await this.#disk.folders(this.#saving)) ?? []) await this.#finish(id);
  }

  /** Reads a folder at one moment; undefined if its stamp is still `known`. */
  async read(id: string, known?: string): Promise<ReadFolder | undefined> {
    const root = await this.#rootOf(id);
    return readStill(this.#disk, root, {
      known,
      only: root === this.#tools ? isOfFlat(id) : undefined,
      pending: () => this.#pending(id),
      staged: (name) => this.#disk.read(`${this.#saving}/${id}/${name}`),
    });
  }

  /** Returns where the files of a tool are: its folder, or `tools/` for a flat script. */
  async #rootOf(id: string): Promise<string> {
    const isFlat = await isFlatIn(this.#disk, this.#tools, id);
    return isFlat ? this.#tools : `${this.#tools}/${id}`;
  }

  async #pending(id: string): Promise<Step[] | undefined> {
    const bytes = await this.#disk.read(`${this.#saving}/${id}/${stepsFile}`);
    const read = bytes ? parseJson(new TextDecoder().decode(bytes)) : undefined;
    return read?.ok ? z.array(Step).safeParse(read.value).data : undefined;
  }

  async #finish(id: string): Promise<void> {
    const steps = await this.#pending(id);
    // A folder that was deleted in the meantime is not restored.
    if (steps && (await this.#disk.look(`${this.#tools}/${id}`)))
      await this.#apply(id, await this.#rootOf(id), steps);
    await this.#drop(id);
  }

  /**
   * Can be repeated after an interruption. Moves all files in one go, so that other programs see few partial
   * states.
   */
  async #apply(id: string, root: string, steps: Step[]): Promise<void> {
    const place = `${this.#saving}/${id}`;
    const gone = steps.filter(({ staged }) => staged === undefined);
    const isLate = ({ path, staged }: Step) =>
      staged !== undefined && gone.some((other) => nested(path, other.path));
    const put = async (which: Step[], also: Move[] = []) => {
      for (const { path } of which) await clearWay(this.#disk, root, path);
      // A staged file that is missing was already moved.
      const moves = which.map(({ path, staged }): Move => [
        `${place}/${staged}`,
        `${root}/${path}`,
      ]);
      await this.#disk.moveFiles([...moves, ...also]);
    };
    const early = steps.filter((step) => step.staged !== undefined && !isLate(step));
    const away = gone.map(({ path }, at): Move => [`${root}/${path}`, `${place}/gone-${at}`]);
    await put(early, away);
    for (const { path } of gone) await this.#removeEmpty(root, path);
    await put(steps.filter(isLate));
  }

  /** Deletes the steps first: without them, the journal means nothing. */
  async #drop(id: string): Promise<void> {
    await this.#disk.remove(`${this.#saving}/${id}/${stepsFile}`);
    await this.#disk.remove(`${this.#saving}/${id}`);
  }

  async #change(root: string, files: Folder, steps: Step[]): Promise<void> {
    for (const { path, staged } of steps) {
      const content = files[path];
      if (staged === undefined || content === undefined) await this.#remove(root, path);
      else await writeFile(this.#disk, root, path, content);
    }
  }

  async #remove(root: string, path: string): Promise<void> {
    const kind = (await this.#disk.look(`${root}/${path}`))?.kind ?? 'folder';
    if (kind === 'folder') return;
    await this.#disk.remove(`${root}/${path}`);
    await this.#removeEmpty(root, path);
  }

  /** Removes the folders that a deleted file leaves empty. */
  async #removeEmpty(root: string, path: string): Promise<void> {
    for (const parent of parents(path).reverse()) {
      if ((await this.#disk.list(`${root}/${parent}`))?.length !== 0) return;
      await this.#disk.remove(`${root}/${parent}`);
    }
  }
}

/** Writes a folder that no one reads yet. */
export async function writeFolder(disk: Disk, root: string, files: Folder): Promise<void> {
  await disk.makeFolder(root);
  for (const [path, content] of Object.entries(files)) await writeFile(disk, root, path, content);
}

/** Reads any folder at one moment; for a tool of a workspace, as it will be after a pending save. */
export async function readFolderAt(disk: Disk, root: string): Promise<ReadFolder> {
  const [, workspace, id] = /^(.*)\/tools\/([^/]+)$/.exec(root) ?? [];
  const read =
    workspace === undefined || id === undefined
      ? await readStill(disk, root, {})
      : await new FolderSaves(disk, workspace).read(id);
  return read ?? { tree: await listTree(disk, root), files: {}, problems: [] };
}

interface Saving {
  known?: string | undefined;
  only?: ((name: string) => boolean) | undefined;
  pending?: () => Promise<Step[] | undefined>;
  staged?: (name: string) => Promise<Uint8Array | undefined>;
}

/** Reads until nothing changes during the read. */
async function readStill(
  disk: Disk,
  root: string,
  { known, only, pending = async () => undefined, staged = async () => undefined }: Saving,
): Promise<ReadFolder | undefined> {
  let steps: Step[] | undefined;
  for (let reads = 1; ; reads += 1) {
    const [folder, began] = [await disk.look(root), Date.now()];
    const tree = await listTree(disk, root, undefined, only);
    if (tree.stamp === known) return undefined;
    const { files, problems } = await readTree(disk, root, tree);
    for (const { path, staged: name } of steps ?? []) {
      if (name === undefined) delete files[path];
      const bytes = name === undefined ? undefined : await staged(name);
      if (bytes) files[path] = contentOf(bytes);
    }
    // The steps of a save exist from before its first move until after its last.
    const now = await pending();
    const isSame = JSON.stringify(now) === JSON.stringify(steps);
    steps = now;
    const isOld = (folder?.modifiedAt ?? began) < began - TICK_MS;
    const isFlat = tree.entries.every(({ path }) => !path.includes('/'));
    const isStill =
      isSame &&
      (isOld && isFlat
        ? // Every move into a folder or out of it shows in its own stamp, and costs no second list.
          (await disk.look(root))?.stamp === folder?.stamp
        : (await listTree(disk, root, undefined, only)).stamp === tree.stamp);
    if (isStill || reads >= mostReads) return { tree, files, problems };
  }
}

/** Removes a link on the path, which would lead the write out of the root. */
async function clearWay(disk: Disk, root: string, path: string): Promise<void> {
  for (const parent of parents(path)) {
    const kind = (await disk.look(`${root}/${parent}`))?.kind ?? 'folder';
    if (kind !== 'folder') await disk.remove(`${root}/${parent}`);
  }
  const [last] = parents(path).reverse();
  if (last !== undefined) await disk.makeFolder(`${root}/${last}`);
}

async function writeFile(disk: Disk, root: string, path: string, content: Folder[string]) {
  await clearWay(disk, root, path);
  await disk.write(`${root}/${path}`, bytesOf(content));
}
