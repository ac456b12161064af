import type { Host } from '../../../shared/tool/run/host.ts';
import { judgeShell } from '../../calls/judging/judge-shell.ts';
import { diskFault } from '../../platform/disk/disk-fault.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { sandboxBoundary } from './paths/sandbox-boundary.ts';
import type { Place } from './place.ts';
import { findRipgrep } from './search/find-ripgrep.ts';

/** Special files: they may contain the runner's own secrets, or never end. */
const NO_FILES = ['/proc', '/sys', '/dev', '/run'];

let ripgrep: Promise<string | undefined> | undefined;

/** Opens the place of a workspace's built-in tools; missing programs are searched once. */
export async function openPlace(given: {
  disk: Disk;
  /** The workspace's folder. */
  workspace: string;
  /** The working directory, if it is not the workspace's own folder for files. */
  files?: string | undefined;
  hosts: ReadonlyMap<string, Host>;
  /** Where relative paths start, if the user chose a folder. */
  directory?: string | undefined;
  /** Absolute paths of the folders that the user opened to tools. */
  allowed?: readonly string[];
  bwrap?: string | undefined;
}): Promise<Place> {
  const { disk, workspace, files, hosts, bwrap = '/usr/bin/bwrap' } = given;
  const bash = hosts.get('bash');
  if (!bash) throw new Error('There is no host "bash"');
  // The workspace need not exist.
  const realOr = (path: string) => disk.real(path).catch(() => path);
  const [root, boundary] = await Promise.all([
    realOr(workspace),
    files === undefined ? filesOf(disk, `${workspace}/files`) : realOr(files),
  ]);
  ripgrep ??= findRipgrep();
  const allowed = given.allowed ?? [];
  return {
    disk,
    boundary,
    directory: sandboxBoundary({ fromSettings: given.directory, otherwise: boundary }),
    allowed,
    closed: [`${root}/.lathe`, ...NO_FILES],
    skills: `${root}/skills`,
    bash,
    judge: judgeShell(boundary, () => allowed),
    programs: { bwrap, rg: await ripgrep },
  };
}

/**
 * Returns the real path of the folder. Creates it only if it is missing, because each call asks for it. If it
 * cannot be created, there is nothing to read, and the rest of Lathe works.
 */
export async function filesOf(disk: Disk, path: string): Promise<string> {
  if (disk.isThere(path)) return disk.real(path);
  try {
    await disk.makeFolder(path);
  } catch (error) {
    if (diskFault(error)) return path;
    throw error;
  }
  return disk.real(path);
}
