import type { Host } from '../../../shared/tool/run/host.ts';
import { judgeShell } from '../../calls/judging/judge-shell.ts';
import { diskFault } from '../../platform/disk-fault.ts';
import type { Disk } from '../../platform/disk.ts';
import { sandboxBoundary } from './paths/sandbox-boundary.ts';
import type { Place } from './place.ts';
import { findRipgrep } from './search/find-ripgrep.ts';

/** Files that are none: what a program reads there may be the runner's own secrets, or never end. */
const NO_FILES = ['/proc', '/sys', '/dev', '/run'];

let ripgrep: Promise<string | undefined> | undefined;

/** Where the built-in tools of one workspace work; what is missing on the machine is looked for once. */
export async function openPlace(given: {
  disk: Disk;
  /** The workspace's folder. */
  workspace: string;
  /** Where they work, if that is not the workspace's own folder for it. */
  files?: string | undefined;
  hosts: ReadonlyMap<string, Host>;
  /** Where relative paths begin, if the person chose a place. */
  directory?: string | undefined;
  /** Folders that the person opened to tools, absolute. */
  allowed?: readonly string[];
  bwrap?: string | undefined;
}): Promise<Place> {
  const { disk, workspace, files, hosts, bwrap = '/usr/bin/bwrap' } = given;
  const bash = hosts.get('bash');
  if (!bash) throw new Error('There is no host "bash"');
  const [root, boundary] = await Promise.all([
    // Where a folder is no workspace, there is none to look into.
    disk.real(workspace).catch(() => workspace),
    files === undefined ? filesOf(disk, `${workspace}/files`) : disk.real(files),
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
 * Where the folder really is. It is made only where it is missing: a call of a tool asks for it each time. Where it
 * cannot be made, there is nothing to read, and the rest of Lathe goes on.
 */
async function filesOf(disk: Disk, path: string): Promise<string> {
  if (disk.isThere(path)) return disk.real(path);
  try {
    await disk.makeFolder(path);
  } catch (error) {
    if (diskFault(error)) return path;
    throw error;
  }
  return disk.real(path);
}
