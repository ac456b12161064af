import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFile,
  readSync,
  realpathSync,
  renameSync,
} from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Disk, DiskEntry } from './disk.ts';
import { paced } from '../process/paced.ts';

const pattern = /^\.lathe-[0-9a-f]{16}\.tmp$/;

/** The name of a file that is not finished yet; what lists folders passes over it. */
export const temporaryName = (): string => `.lathe-${randomBytes(8).toString('hex')}.tmp`;

export const isTemporaryName = (name: string): boolean => pattern.test(name);

/** Nothing there, nothing below a file, and a link or a socket where a file was to be opened. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'];

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ABSENT.includes(String(error.code));

/** What both engines say of a file; times in milliseconds since 1970. */
interface Looked {
  kind: DiskEntry['kind'];
  size: number;
  modified: number;
  changed: number;
  device: number;
  inode: number;
}

interface DenoStat {
  isFile: boolean;
  isDirectory: boolean;
  isSymlink: boolean;
  size: number;
  mtime: Date | null;
  ctime: Date | null;
  dev: number;
  ino: number | null;
}
declare const Deno: {
  lstatSync(path: string): DenoStat;
  readDirSync(path: string): Iterable<{ name: string }>;
};

const byDeno = (path: string): Looked => {
  const { isFile, isDirectory, isSymlink, size, mtime, ctime, dev, ino } = Deno.lstatSync(path);
  const kind = isFile ? 'file' : isDirectory ? 'folder' : isSymlink ? 'link' : 'other';
  const [modified, changed] = [mtime?.getTime() ?? 0, ctime?.getTime() ?? 0];
  return { kind, size, modified, changed, device: dev, inode: ino ?? 0 };
};

const byNode = (path: string): Looked => {
  const stats = lstatSync(path);
  const plain = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
  const { size, mtimeMs: modified, ctimeMs: changed, dev: device, ino: inode } = stats;
  return { kind: stats.isSymbolicLink() ? 'link' : plain, size, modified, changed, device, inode };
};

// Deno's own look takes a quarter of the time of its `node:fs`, which takes longest over what is not there.
const lookAt = 'Deno' in globalThis ? byDeno : byNode;
const namesIn = (folder: string): string[] =>
  'Deno' in globalThis
    ? Array.from(Deno.readDirSync(folder), ({ name }) => name).sort()
    : readdirSync(folder).sort();

// Looking, listing and reading small files are done at once: each takes some microseconds, and sending
// it to a thread and back takes three to five times as long, which a workspace of a thousand folders
// pays thousands of times. `paced` lets the event loop turn in between.

/** Bytes. What is larger takes long enough to be worth a thread. */
const AT_ONCE = 256 * 1024;

/** Entries of a folder that are looked at without a thought of the others who wait. */
const PIECE = 200;

/** A pipe that took a file's place must not hold the runner until somebody writes into it. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const readOpen = promisify<number, Uint8Array>(readFile);

function readNow(file: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(file, bytes, filled, size - filled, null);
    if (count === 0) return bytes.slice(0, filled);
    filled += count;
  }
  return bytes;
}

const look = (path: string) => paced(() => lookNow(path, basename(path)));

async function list(folder: string): Promise<DiskEntry[] | undefined> {
  const names = await paced(() => orAbsent(() => namesIn(folder)));
  if (!names) return undefined;
  const entries: DiskEntry[] = [];
  const look = (name: string) => lookNow(`${folder}/${name}`, name) ?? [];
  for (let from = 0; from < names.length; from += PIECE) {
    entries.push(...(await paced(() => names.slice(from, from + PIECE).flatMap(look))));
  }
  return entries;
}

const folders = (folder: string) =>
  paced(() => {
    const entries = orAbsent(() => readdirSync(folder, { withFileTypes: true }));
    return entries?.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  });

const read = (path: string, listed?: DiskEntry) => paced(() => readListed(path, listed));

async function readListed(path: string, listed?: DiskEntry): Promise<Uint8Array | undefined> {
  const looked = listed ?? lookNow(path, '');
  if (looked?.kind !== 'file') return undefined;
  const file = orAbsent(() => openSync(path, READ));
  if (file === undefined) return undefined;
  try {
    const opened = fstatSync(file);
    const { dev, ino, size } = opened;
    // Deno heeds O_NOFOLLOW only where it may read everything, which the runner may not; a link that
    // took the file's place shows by its other inode. The inode of a file that is gone may be another
    // kind's by now.
    if (opened.isFile() && `${dev}:${ino}` === looked.inode)
      return size > AT_ONCE ? new Uint8Array(await readOpen(file)) : readNow(file, size);
  } finally {
    closeSync(file);
  }
  // Editors put a new file in the place of the one that was listed.
  return listed && readListed(path);
}

/** Node's own recursive `mkdir` says of a disk that is read-only that nothing is there. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' && dirname(path) !== path) {
      await makeFolder(dirname(path));
      return makeFolder(path);
    }
    if (code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
}

async function write(path: string, bytes: Uint8Array | string, mode = 0o644): Promise<void> {
  await makeFolder(dirname(path));
  const beside = `${dirname(path)}/${temporaryName()}`;
  const file = await open(beside, 'wx', mode);
  try {
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    // A full disk is not made fuller by what did not fit.
    await rm(beside, { force: true });
    throw error;
  }
}

function moveNow(from: string, to: string): void {
  const kind = lookNow(from, '')?.kind ?? 'folder';
  if (kind !== 'folder') renameSync(from, to);
}

/** Whether nothing but a link to nothing can be in a folder that may be looked into, without an error's cost. */
const isStillAbsent = (path: string): boolean =>
  !existsSync(path) && existsSync(`${dirname(path)}/.`);

function readChanged(path: string, known: string | undefined): ReturnType<Disk['readChanged']> {
  if (known === '' && isStillAbsent(path)) return undefined;
  const looked = lookNow(path, '');
  const stamp = looked ? `${looked.kind} ${looked.stamp}` : '';
  if (stamp === known) return undefined;
  if (!looked) return { stamp, kind: undefined };
  if (looked.kind !== 'file') return { stamp, kind: looked.kind };
  const file = orAbsent(() => openSync(path, READ));
  if (file === undefined) return { stamp: '', kind: undefined };
  try {
    return { stamp, kind: 'file', bytes: readNow(file, fstatSync(file).size) };
  } finally {
    closeSync(file);
  }
}

/** The disk through `node:fs`, which Node and Deno both have. */
export const nodeDisk: Disk = {
  look,
  isThere: existsSync,
  list,
  folders,
  read,
  readChanged,
  write,
  makeFolder,
  move: rename,
  moveFiles: (moves) => paced(() => moves.forEach(([from, to]) => moveNow(from, to))),
  remove: (path) => rm(path, { recursive: true, force: true }),
  real: (path) => paced(() => realpathSync.native(path)),
};

/** What stands at a path, at once; a link is not followed. */
function lookNow(path: string, name: string): DiskEntry | undefined {
  const looked = orAbsent(() => lookAt(path));
  if (!looked) return undefined;
  const { kind, size, modified, changed, device, inode } = looked;
  return {
    name,
    kind,
    size,
    modifiedAt: Math.round(modified),
    stamp: `${size}:${modified}:${changed}:${inode}`,
    inode: `${device}:${inode}`,
  };
}

/** What `work` gives; undefined where there is nothing of the kind at the path that it is about. */
function orAbsent<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
