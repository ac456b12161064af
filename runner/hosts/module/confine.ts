import type { ModuleRights } from '../../../shared/protocol/modules/module-rights.ts';
import { denoSealed } from '../../platform/process/programs.ts';

/** The permissions of a module without grants. */
export const noRights: ModuleRights = { read: [], write: [], env: [], net: [] };

/** The programs and folders that start a module's process, as real paths. */
export interface Ground {
  deno: string;
  /** Absent if no sandbox is available. */
  bwrap?: string | undefined;
  prlimit?: string | undefined;
  /** The output of `build-kit.mjs`. */
  kit: string;
}

export const SYSTEM_LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'];
/** What a program needs to resolve and trust a network host. */
export const NETWORK = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/ssl'];

const MIB = 1024 * 1024;
/** The limit of a process in bytes: of data, because V8 reserves far more addresses than it uses. */
const DATA = 1024 * MIB;
/** The limit of JavaScript's heap in megabytes; exceeding it has its own message. */
const HEAP = 256;

const listed = (flag: string, names: string[]) =>
  names.length === 0 ? [] : [`--allow-${flag}=${names.join(',')}`];

/**
 * Variables that many modules read when they load. The process has none of the user's, so HOME names a missing
 * folder and the others are unset.
 */
const HARMLESS = [
  ...[
    'HOME',
    'TMPDIR',
    'TMP',
    'TEMP',
    'NODE_ENV',
    'NO_COLOR',
    'FORCE_COLOR',
    'TERM',
    'CI',
    'DEBUG',
  ],
  // Read by packages that match file names; only their own tests set it.
  '__MINIMATCH_TESTING_PLATFORM__',
  ...['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'PI_CODING_AGENT_DIR'],
];

const hasFiles = ({ read, write }: ModuleRights): boolean => read.length + write.length > 0;

/** A missing folder, so that files in a home are absent rather than refused. */
const HOME = '/nonexistent';

/** Returns the start of Deno with permission to read `tool` and `kit`, and those that a person granted. */
const deno = (
  places: { tool: string; kit: string },
  rights: ModuleRights,
  hidden: readonly string[],
): string[] => [
  ...denoSealed,
  // Modules are often written with the extensions of their compiled files.
  '--sloppy-imports',
  // A folder's packages may be CommonJS.
  '--node-modules-dir=manual',
  `--import-map=${places.tool}/import-map.json`,
  ...listed('read', [
    `${places.tool}/module`,
    `${places.tool}/stand-ins`,
    places.kit,
    HOME,
    ...rights.read,
    ...rights.write,
  ]),
  ...listed('write', rights.write),
  ...hidden.flatMap((path) => [`--deny-read=${path}`, `--deny-write=${path}`]),
  // Many modules read the first when they load; its value here is always the same. `fs.access` requires the other
  // two, and never settles without them.
  ...listed('sys', ['homedir', 'uid', 'gid', ...(hasFiles(rights) ? ['statfs'] : [])]),
  ...listed('env', [...HARMLESS, ...rights.env]),
  ...listed('net', rights.net),
  `--v8-flags=--max-old-space-size=${HEAP}`,
  `${places.kit}/main.mjs`,
];

export interface Confined {
  command: string;
  args: string[];
  env: Record<string, string>;
  /** The path of the module in its process. */
  tool: string;
  /** The path of the kit in the process. */
  kit: string;
}

/** The paths in the sandbox. */
const BOX = { tool: '/tool', kit: '/kit' };

/** Whether a path is a folder or inside it. */
const holds = (folder: string, path: string) =>
  path === folder || path.startsWith(folder === '/' ? folder : `${folder}/`);

/** Removes permissions for a folder that is closed to every tool. */
const rightsBeside = (closed: string | undefined, rights: ModuleRights): ModuleRights => {
  const open = (path: string) => closed === undefined || !holds(closed, path);
  return { ...rights, read: rights.read.filter(open), write: rights.write.filter(open) };
};

/** Returns the command for a module's process, with as few permissions as possible here. */
export function confineModule(
  ground: Ground,
  /** The folder with `module/` and `import-map.json`. */
  tool: string,
  granted: ModuleRights,
  variables: Record<string, string>,
  /** An existing folder that no grant opens: the runner's own records, including keys. */
  closed?: string,
): Confined {
  const rights = rightsBeside(closed, granted);
  const isWithin =
    closed !== undefined && [...rights.read, ...rights.write].some((path) => holds(path, closed));
  const hidden = isWithin ? [closed] : [];
  const env = {
    HOME,
    ...variables,
    DENO_DIR: '/nonexistent',
    DENO_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
  };
  const limits =
    ground.prlimit === undefined ? [] : [ground.prlimit, `--data=${DATA}`, '--core=0', '--'];
  if (ground.bwrap === undefined) {
    const places = { tool, kit: ground.kit };
    const [command = '', ...args] = [...limits, ground.deno, ...deno(places, rights, hidden)];
    return { command, args, env, ...places };
  }
  const online = rights.net.length > 0;
  const [command = '', ...args] = [
    ...limits,
    ground.bwrap,
    '--unshare-all',
    ...(online ? ['--share-net'] : []),
    '--die-with-parent',
    ...['--cap-drop', 'ALL'],
    ...SYSTEM_LIBRARIES.flatMap((path) => ['--ro-bind-try', path, path]),
    ...(online ? NETWORK : []).flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--ro-bind', ground.deno, '/engine'],
    ...['--ro-bind', ground.kit, BOX.kit],
    ...['--ro-bind', tool, BOX.tool],
    ...rights.read.flatMap((path) => ['--ro-bind-try', path, path]),
    ...rights.write.flatMap((path) => ['--bind-try', path, path]),
    ...hidden.flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    ...['--dev', '/dev', '--proc', '/proc'],
    ...['--remount-ro', '/'],
    ...['--chdir', `${BOX.tool}/module`],
    '--',
    '/engine',
    ...deno(BOX, rights, hidden),
  ];
  return { command, args, env, ...BOX };
}
