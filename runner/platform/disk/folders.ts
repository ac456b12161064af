import { spawnSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** A temporary directory outside every workspace that only its owner can read. */
export interface TempDirectory {
  path: string;
  /** Writes a file that only its owner can read, and returns its absolute path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  makeDirectory(name: string): Promise<string>;
  remove(): Promise<void>;
}

/** The names that `mkdtemp` makes below. */
const OWN_TEMP = /^lathe-[A-Za-z0-9]{6}(?:\/|$)/;

export async function tempDirectory(): Promise<TempDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'lathe-'));
  return {
    path,
    async write(name, content) {
      const file = join(path, name);
      await writeFile(file, content, { mode: 0o600, flag: 'wx' });
      return file;
    },
    async makeDirectory(name) {
      const directory = join(path, name);
      await mkdir(directory, { mode: 0o700 });
      return directory;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** Creates a directory with its parents, and returns its real path. */
export async function ensureDirectory(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  return realpath(path);
}

/**
 * Returns the identity of the folder at a path, with links followed. As long as the folder is held open,
 * another folder at this path has another identity. Undefined if there is none, or it may not be read.
 */
export async function folderIdentity(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return found.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    return undefined;
  }
}

/** Locations of the system, or that a sandbox creates itself. */
const never = ['/proc', '/sys', '/dev', '/run', '/usr', '/bin', '/sbin', '/lib', '/etc'];
const whole = ['/', '/tmp', '/home'];

/**
 * Whether programs may get access to a folder. Refused are folders that contain the workspace, whose `.lathe`
 * holds keys and permissions, and those of the system, and the temporary folder, which holds the sockets of
 * other sandboxes. Both paths are real paths.
 */
export function mayBeOpened(real: string, workspace: string): boolean {
  const lies = (inside: string, folder: string) =>
    inside === folder || inside.startsWith(`${folder}/`);
  const isClosed = lies(workspace, real) || lies(real, `${workspace}/.lathe`);
  const temporary = realFolder(tmpdir()) ?? tmpdir();
  // A temporary workspace has a name like theirs, and its files may be opened.
  const isOfBoxes =
    lies(temporary, real) ||
    (lies(real, temporary) &&
      !lies(real, workspace) &&
      OWN_TEMP.test(real.slice(temporary.length + 1)));
  const isSystem = whole.includes(real) || never.some((one) => lies(real, one));
  return !isSystem && !isClosed && !isOfBoxes;
}

/**
 * Returns the real path of a folder; undefined if there is none. If the runner may not read there, a program of
 * the system resolves the path with the user's permissions.
 */
export function realFolder(path: string): string | undefined {
  try {
    const own = realpathSync(path);
    return statSync(own).isDirectory() ? own : undefined;
  } catch {
    const env = { PATH: process.env['PATH'] ?? '' };
    const asked = spawnSync('realpath', ['-e', '--', `${path}/.`], { env, encoding: 'utf8' });
    const real = asked.stdout?.replace(/\n$/, '') ?? '';
    return asked.status === 0 && real.startsWith('/') ? real : undefined;
  }
}
