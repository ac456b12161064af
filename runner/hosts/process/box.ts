import { places } from './environment.ts';
import { systemView } from './system-view.ts';

/** What one run sees, in real paths of the machine. */
export interface BoxView {
  /** The directory of the person that is visible; it stays at its own path. */
  files: string;
  /** Further directories that the person opened to tools, at their own paths. */
  allowed?: string[];
  /** Where the program starts, in one of these; `files` where nothing is said. */
  directory?: string;
  writable: boolean;
  /** The script, and the name that bash gives it in its messages. */
  script: { path: string; name: string };
  /** A password file with the one user of the box. */
  passwd: string;
  /** The absolute path of prlimit, where it is to limit the run. */
  prlimit?: string | undefined;
  /** Further folders, read-only at their own paths. */
  needs?: string[];
  /** The file that the script writes its answer to. */
  result?: string;
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
 * The arguments of bubblewrap for one run: what every box has, and one directory of the person.
 * The environment is that of bubblewrap itself, which the caller names in full: as arguments its
 * values would show in the machine's list of processes.
 */
export function box(view: BoxView, program: string[]): string[] {
  const script = `${places.script}/${view.script.name}`;
  return [
    ...systemView,
    ...['--ro-bind', view.passwd, '/etc/passwd'],
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    ...['--size', String(64 * MIB), '--tmpfs', '/dev/shm'],
    ...['--size', String(256 * MIB), '--tmpfs', places.temp],
    ...['--size', String(16 * MIB), '--tmpfs', places.home],
    ...[view.files, ...(view.allowed ?? [])].flatMap((path) => [
      ...[view.writable ? '--bind' : '--ro-bind', path, path],
    ]),
    ...(view.needs ?? []).flatMap((path) => ['--ro-bind', path, path]),
    ...['--ro-bind', view.script.path, script],
    ...(view.result === undefined ? [] : ['--bind', view.result, `${places.script}/result.json`]),
    ...['--remount-ro', '/'],
    ...['--chdir', view.directory ?? view.files],
    '--',
    ...(view.prlimit === undefined ? [] : [view.prlimit, ...limits(), '--']),
    ...program,
    script,
  ];
}

function limits(): string[] {
  return Object.entries(LIMITS).map(([name, value]) => `--${name}=${value}`);
}
