import { z } from 'zod';
import type { ProcessJob } from '../../../shared/tool/run/job.ts';
import { places } from './environment.ts';

/** The password file of a box, with its one user. */
export const passwd = `lathe:x:1000:1000::${places.home}:/bin/bash\n`;

/** What a box shows of the person: real folders of the machine, each at its own path. */
export interface Sight {
  files: string;
  /** Further folders that the person opened to tools. */
  allowed: string[];
  /** Where the program starts, in one of these. */
  directory: string;
  writable: boolean;
  /** The only folders that can be written, relative to `files`; everything, where it is absent. */
  writes?: string[];
}

/** What a caller may say beside the script, for the box alone. */
const Guest = z.object({
  readOnly: z.boolean().optional(),
  writes: z.array(z.string()).optional(),
  directory: z.string().optional(),
  allowed: z.array(z.string()).optional(),
});

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** The little of /etc that programs need to start: the rest may hold secrets. */
const ETC = ['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'magic'];

/**
 * Arguments of bubblewrap that every box has: new namespaces of every kind (so no network, and every
 * process dies with the first), no capabilities, the system read-only, and nothing of the person.
 * Not `--new-session`: with it the first process leaves the group that a kill reaches before it is bound
 * to bubblewrap's life, and a box that was killed while it was set up (17 of 600) ran its script to the end.
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

/** What one box holds, in real paths of the machine. */
export interface BoxView {
  sight: Sight;
  /** A password file with the one user of the box. */
  passwd: string;
  /** Further files and folders, read-only, and where they stand in the box. */
  shown: [path: string, at: string][];
  /** The absolute path of prlimit, where it is to limit the run. */
  prlimit?: string | undefined;
  /** The file that the script writes its answer to. */
  result?: string | undefined;
}

const MIB = 1024 * 1024;
const LIMITS = {
  // Data, not address space: engines such as V8 reserve far more than they use.
  data: 1024 * MIB,
  fsize: 1024 * MIB,
  nproc: 512,
  nofile: 1024,
  core: 0,
};

/**
 * The arguments of bubblewrap for one box: what every box has, and what it shows of the person.
 * The environment is that of bubblewrap itself, which the caller names in full: as arguments its
 * values would show in the machine's list of processes.
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

/** What every box holds before it shows anything of the person: the system, and places of its own. */
export const bareBox = (passwdFile: string): string[] => [
  ...systemView,
  ...['--ro-bind', passwdFile, '/etc/passwd'],
  ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
  ...['--size', String(64 * MIB), '--tmpfs', '/dev/shm'],
  ...['--size', String(256 * MIB), '--tmpfs', places.temp],
  ...['--size', String(16 * MIB), '--tmpfs', places.home],
];

/**
 * A program of a box under the kernel's limits, where `prlimit` is there to set them. It leads a session
 * of its own, so that a signal to its group (`kill 0`) ends nothing that keeps it in.
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

/** The absolute paths of folders that are named relative to `files`. */
export const writableIn = (files: string, writes: readonly string[] = []): string[] =>
  writes.map((folder) => `${files}/${folder}`);
