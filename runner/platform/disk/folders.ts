import { spawnSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** A directory of our own, outside every workspace, that nobody else of the machine can read. */
export interface TempDirectory {
  path: string;
  /** Writes a file that only we can read and answers with its absolute path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  makeDirectory(name: string): Promise<string>;
  remove(): Promise<void>;
}

/** What `mkdtemp` makes of the name below. */
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

/** Makes a directory and those above it where they are missing; answers with its real path. */
export async function ensureDirectory(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  return realpath(path);
}

/**
 * Which folder stands at a path, links followed: another one in its place has another identity for as
 * long as something still holds the first. Undefined where there is none, or none that we may look at.
 */
export async function folderIdentity(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return found.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    return undefined;
  }
}

/** Places that are no folders of a person, or that a box makes itself. */
const never = ['/proc', '/sys', '/dev', '/run', '/usr', '/bin', '/sbin', '/lib', '/etc'];
const whole = ['/', '/tmp', '/home'];

/**
 * Whether a folder may be opened to programs: it holds neither the workspace with Lathe's own records, from which it
 * would learn keys and grant itself rights, nor the system, nor the temporary folder, where sockets of other boxes
 * are. Both are real paths.
 */
export function mayBeOpened(real: string, workspace: string): boolean {
  const lies = (inside: string, folder: string) =>
    inside === folder || inside.startsWith(`${folder}/`);
  const isClosed = lies(workspace, real) || lies(real, `${workspace}/.lathe`);
  const temporary = realFolder(tmpdir()) ?? tmpdir();
  // A workspace that is made for a while is called as they are, and its files may be opened.
  const isOfBoxes =
    lies(temporary, real) ||
    (lies(real, temporary) &&
      !lies(real, workspace) &&
      OWN_TEMP.test(real.slice(temporary.length + 1)));
  const isSystem = whole.includes(real) || never.some((one) => lies(real, one));
  return !isSystem && !isClosed && !isOfBoxes;
}

/**
 * The real path of a folder, links resolved; undefined when there is none. A runner that may not look
 * there itself asks a program of the machine, which sees what the person sees.
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
