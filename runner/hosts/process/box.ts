import { z } from 'zod';
import type { ProcessJob } from '../../../shared/tool/run/job.ts';
import { places } from './environment.ts';

/** The password file of a sandbox, with its one user. */
export const passwd = `lathe:x:1000:1000::${places.home}:/bin/bash\n`;

/** What a sandbox shows of the user's files: real folders, each at its own path. */
export interface Sight {
  files: string;
  /** Further folders that the user opened to tools. */
  allowed: string[];
  /** The working directory, in one of these. */
  directory: string;
  writable: boolean;
  /** The only writable folders, relative to `files`; all if absent. */
  writes?: string[];
}

/** The caller's options for the sandbox. */
const Guest = z.object({
  readOnly: z.boolean().optional(),
  writes: z.array(z.string()).optional(),
  directory: z.string().optional(),
  allowed: z.array(z.string()).optional(),
});

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** The parts of /etc that programs need to start: the rest may contain secrets. */
const ETC = ['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'magic'];

/**
 * Bubblewrap's arguments for every sandbox: new namespaces of every kind (so no network, and every process dies
 * with the first), no capabilities, the system read-only, and nothing of the user. Not `--new-session`: with it the
 * first process leaves the group that a kill reaches before it is bound to bubblewrap's life, and a sandbox that
 * was killed during its setup (17 of 600) ran its script to the end.
 */
export const systemView: readonly string[] = [
  '--unshare-all',
  '--unshare-user',
  '--die-with-parent',
  ...['--uid', '1000', '--gid', '1000', '--hostname', 'lathe'],
  ...['--cap-drop', 'ALL'],
  ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
  ...ETC.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
];

/** The content of one sandbox, as real paths. */
export interface BoxView {
  sight: Sight;
  /** The path of the password file. */
  passwd: string;
  /** Further files and folders, read-only, with their paths in the sandbox. */
  shown: [path: string, at: string][];
  /** The absolute path of prlimit, if it limits the run. */
  prlimit?: string | undefined;
  /** The file for the script's answer. */
  result?: string | undefined;
}

const MIB = 1024 * 1024;
const LIMITS = {
  // Limits data, not address space: engines such as V8 reserve far more than they use.
  data: 1024 * MIB,
  fsize: 1024 * MIB,
  nproc: 512,
  nofile: 1024,
  core: 0,
};

/**
 * Returns bubblewrap's arguments for one sandbox. The environment is that of bubblewrap itself, which the caller
 * sets completely: as arguments its values would be visible in the machine's list of processes.
 */
export function box(view: BoxView, program: string[]): string[] {
  const { files, allowed, directory, writable, writes } = view.sight;
  const open = writable && writes === undefined;
  return [
    ...bareBox(view.passwd),
    ...[files, ...allowed].flatMap((path) => [open ? '--bind' : '--ro-bind', path, path]),
    ...(writable ? writableIn(files, writes) : []).flatMap((path) => ['--bind', path, path]),
    ...view.shown.flatMap(([path, at]) => ['--ro-bind', path, at]),
    ...(view.result === undefined ? [] : ['--bind', view.result, `${places.script}/result.json`]),
    ...['--remount-ro', '/'],
    ...['--chdir', directory, '--'],
    ...limited(view.prlimit, program),
  ];
}

/** Returns the arguments for the system and the sandbox's private folders, without anything of the user. */
export const bareBox = (passwdFile: string): string[] => [
  ...systemView,
  ...['--ro-bind', passwdFile, '/etc/passwd'],
  ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
  ...['--size', String(64 * MIB), '--tmpfs', '/dev/shm'],
  ...['--size', String(256 * MIB), '--tmpfs', places.temp],
  ...['--size', String(16 * MIB), '--tmpfs', places.home],
];

/**
 * Runs a program under the kernel's limits, if `prlimit` is available. The program leads its own session, so a
 * signal to its group (`kill 0`) does not reach the processes that confine it.
 */
export function limited(prlimit: string | undefined, program: readonly string[]): string[] {
  const led = ['/usr/bin/setsid', ...program];
  if (prlimit === undefined) return led;
  const limits = Object.entries(LIMITS).map(([name, value]) => `--${name}=${value}`);
  return [prlimit, ...limits, '--', ...led];
}

export function sightOf(job: ProcessJob, files: string): Sight {
  const { readOnly, writes, directory = files, allowed = [] } = Guest.parse(job.guest ?? {});
  const writable = readOnly !== true;
  return { files, allowed, directory, writable, ...(writable && writes ? { writes } : {}) };
}

/** Returns the absolute paths of folders relative to `files`. */
export const writableIn = (files: string, writes: readonly string[] = []): string[] =>
  writes.map((folder) => `${files}/${folder}`);
