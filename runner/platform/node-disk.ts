import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { temporaryName } from './temporary-name.ts';
import type { Disk, DiskEntry } from './disk.ts';

const kindOf = (stats: Stats): DiskEntry['kind'] => {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? 'file' : 'other';
};

const entryOf = (name: string, stats: Stats): DiskEntry => ({
  name,
  kind: kindOf(stats),
  size: stats.size,
  modifiedAt: Math.round(stats.mtimeMs),
  stamp: `${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}:${stats.ino}`,
});

const isAbsent = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
};

async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

async function look(path: string): Promise<DiskEntry | undefined> {
  const stats = await orAbsent(lstat(path));
  return stats && entryOf(basename(path), stats);
}

async function list(folder: string): Promise<DiskEntry[] | undefined> {
  const names = await orAbsent(readdir(folder));
  if (!names) return undefined;
  const entries = await Promise.all(names.sort().map((name) => look(`${folder}/${name}`)));
  return entries.filter((entry) => entry !== undefined);
}

async function read(path: string): Promise<Uint8Array | undefined> {
  const before = await orAbsent(lstat(path));
  if (!before?.isFile()) return undefined;
  const file = await orAbsent(open(path, constants.O_RDONLY));
  if (!file) return undefined;
  try {
    // Deno ignores O_NOFOLLOW, so a link that took the file's place shows by its other inode.
    if ((await file.stat()).ino !== before.ino) return undefined;
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

async function write(path: string, bytes: Uint8Array | string, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${dirname(path)}/${temporaryName()}`;
  const file = await open(beside, 'wx', mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** The disk through `node:fs`, which Node and Deno both have. */
export const nodeDisk: Disk = {
  look,
  list,
  read,
  write,
  makeFolder: async (path) => void (await mkdir(path, { recursive: true })),
  move: rename,
  remove: (path) => rm(path, { recursive: true, force: true }),
  real: realpath,
};
