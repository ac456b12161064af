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

/** Returns a name for an unfinished file, which lists of folders skip. */
export const temporaryName = (): string => `.lathe-${randomBytes(8).toString('hex')}.tmp`;

export const isTemporaryName = (name: string): boolean => pattern.test(name);

/** The errors if nothing is there, a parent is a file, or a link or socket is where a file should be opened. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'];

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ABSENT.includes(String(error.code));

/** What both engines report about a file; times in milliseconds since 1970. */
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

// Deno's own `lstat` takes a quarter of the time of its `node:fs`, above all for missing files.
const lookAt = 'Deno' in globalThis ? byDeno : byNode;
const namesIn = (folder: string): string[] =>
  'Deno' in globalThis
    ? Array.from(Deno.readDirSync(folder), ({ name }) => name).sort()
    : readdirSync(folder).sort();

// Looking, listing and reading small files is synchronous: each takes microseconds, and a round trip to a
// thread takes three to five times as long, which a workspace of a thousand folders would pay thousands of
// times. `paced` lets the event loop run in between.

/** In bytes. Larger files take long enough to be worth a thread. */
const AT_ONCE = 256 * 1024;

/** How many entries of a folder are read before the event loop may run. */
const PIECE = 200;

/** Non-blocking, so that a pipe in place of a file does not block the runner until someone writes to it. */
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
    // Deno honours O_NOFOLLOW only with full read permission, which the runner does not have. A link in place
    // of the file has another inode. A deleted file's inode may already belong to another kind of entry.
    if (opened.isFile() && `${dev}:${ino}` === looked.inode)
      return size > AT_ONCE ? new Uint8Array(await readOpen(file)) : readNow(file, size);
  } finally {
    closeSync(file);
  }
  // Editors replace files, perhaps since the entry was listed.
  return listed && readListed(path);
}

/** Creates a folder with its parents. Node's recursive `mkdir` reports ENOENT on a read-only disk. */
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
    // A partial file must not stay on a full disk.
    await rm(beside, { force: true });
    throw error;
  }
}

function moveNow(from: string, to: string): void {
  const kind = lookNow(from, '')?.kind ?? 'folder';
  if (kind !== 'folder') renameSync(from, to);
}

/** Whether a readable folder lacks the entry, or has a broken link there; avoids the cost of an error. */
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

/** Looks at a path synchronously, without following a link. */
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

/** Returns the result of `work`; undefined if it fails because nothing suitable is at the path. */
function orAbsent<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
