import type { Written } from '../../../shared/commands/writes/written.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';

/** The location of a command, in absolute paths. */
interface Ground {
  /** The folder of files; its path may contain links. */
  files: string;
  /** The working directory. */
  directory: string;
}

class Untold extends Error {}

/**
 * Returns the absolute path that the command means. Throws outside `files`, and for `..`, which means something
 * else behind a link.
 */
function absolute(path: string, { files, directory }: Ground): string {
  const full = path.startsWith('/') ? path : `${directory}/${path}`;
  const parts = full.split('/').filter((part) => part !== '' && part !== '.');
  const plain = `/${parts.join('/')}`;
  if (parts.includes('..') || !plain.startsWith(`${files}/`)) throw new Untold();
  return plain;
}

const above = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** Returns the real path of the deepest existing folder. */
async function deepest(path: string): Promise<string> {
  for (let at = path; at !== ''; at = above(at)) {
    if ((await nodeDisk.look(at)) === undefined) continue;
    const real = await nodeDisk.real(at);
    if (!(await isFolder(real))) throw new Untold();
    return real;
  }
  throw new Untold();
}

const isFolder = async (path: string) => (await nodeDisk.look(path))?.kind === 'folder';

/** Returns the folders that opening a file may write: its own, and that of a link's target. */
async function forFile(path: string): Promise<string[]> {
  const found = await nodeDisk.look(path);
  const beside = [await deepest(above(path))];
  return found?.kind === 'link' ? [...beside, above(await nodeDisk.real(path))] : beside;
}

/** Returns the real path of a folder, with links followed; undefined if there is none. */
async function folderAt(path: string): Promise<string | undefined> {
  if ((await nodeDisk.look(path)) === undefined) return undefined;
  const real = await nodeDisk.real(path);
  return (await isFolder(real)) ? real : undefined;
}

async function foldersFor(written: Written, ground: Ground): Promise<string[]> {
  const path = absolute(written.path, ground);
  if (written.as === 'entry') return [await deepest(above(path))];
  if (written.as === 'file') return forFile(path);
  const folder = await folderAt(path);
  if (folder === undefined) return forFile(path);
  if (written.as !== 'into') return [folder];
  const files = await Promise.all(written.names.map((name) => forFile(`${folder}/${name}`)));
  return [folder, ...files.flat()];
}

/**
 * Returns the smallest set of folders that contains all written paths, as real paths relative to `files`, sorted
 * and not nested. Undefined if the command needs all of `files`, or a path outside.
 */
export async function writableFolders(
  written: readonly Written[],
  ground: Ground,
): Promise<string[] | undefined> {
  try {
    const files = await nodeDisk.real(ground.files);
    const found = await Promise.all(written.map((one) => foldersFor(one, ground)));
    const folders = [...new Set(found.flat())];
    if (!folders.every((folder) => folder.startsWith(`${files}/`))) return undefined;
    return folders
      .filter((folder) => !folders.some((other) => folder.startsWith(`${other}/`)))
      .map((folder) => folder.slice(files.length + 1))
      .sort();
  } catch {
    // If a path cannot be read, the set cannot be narrowed.
    return undefined;
  }
}
