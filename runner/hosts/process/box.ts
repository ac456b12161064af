import { places } from './environment.ts';
import type { Sight } from './sight.ts';
import { systemView } from './system-view.ts';

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
  const { files, allowed, directory, writable } = view.sight;
  return [
    ...systemView,
    ...['--ro-bind', view.passwd, '/etc/passwd'],
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    ...['--size', String(64 * MIB), '--tmpfs', '/dev/shm'],
    ...['--size', String(256 * MIB), '--tmpfs', places.temp],
    ...['--size', String(16 * MIB), '--tmpfs', places.home],
    ...[files, ...allowed].flatMap((path) => [writable ? '--bind' : '--ro-bind', path, path]),
    ...view.shown.flatMap(([path, at]) => ['--ro-bind', path, at]),
    ...(view.result === undefined ? [] : ['--bind', view.result, `${places.script}/result.json`]),
    ...['--remount-ro', '/'],
    ...['--chdir', directory],
    '--',
    ...(view.prlimit === undefined ? [] : [view.prlimit, ...limits(), '--']),
    ...program,
  ];
}

function limits(): string[] {
  return Object.entries(LIMITS).map(([name, value]) => `--${name}=${value}`);
}
