import type { ModuleRights } from '../../../shared/protocol/modules/module-rights.ts';
import { denoSealed } from '../../platform/programs.ts';

/** What a module has that nobody granted anything to. */
export const noRights: ModuleRights = { read: [], write: [], env: [], net: [] };

/** The programs and folders that a module's process starts from, in real paths of the machine. */
export interface Ground {
  deno: string;
  /** Absent where no box can be had. */
  bwrap?: string | undefined;
  prlimit?: string | undefined;
  /** What `build-kit.mjs` put together. */
  kit: string;
}

export const SYSTEM_LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'];
/** What a program needs to find and trust a host of the network. */
export const NETWORK = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/ssl'];

const MIB = 1024 * 1024;
/** Bytes of one process: of data, because V8 reserves far more addresses than it uses. */
const DATA = 1024 * MIB;
/** Megabytes of JavaScript's own memory; its end has words of its own. */
const HEAP = 256;

const listed = (flag: string, names: string[]) =>
  names.length === 0 ? [] : [`--allow-${flag}=${names.join(',')}`];

/**
 * What many modules ask for when they load. The process has nothing of the person's environment, so that
 * these are a home that is none, and otherwise not set.
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
  // What matches file names asks for it; nobody sets it but its own tests.
  '__MINIMATCH_TESTING_PLATFORM__',
  ...['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'PI_CODING_AGENT_DIR'],
];

const hasFiles = ({ read, write }: ModuleRights): boolean => read.length + write.length > 0;

/** Nothing lies there, so that what modules keep at home is absent rather than refused. */
const HOME = '/nonexistent';

/** The start of Deno with no rights but to read `tool` and `kit`, and those that a person granted. */
const deno = (
  places: { tool: string; kit: string },
  rights: ModuleRights,
  hidden: readonly string[],
): string[] => [
  ...denoSealed,
  // Modules are often written with the extensions that they have once they are compiled.
  '--sloppy-imports',
  // Packages that a folder brings may be CommonJS.
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
  // Many modules ask for the first when they load; its answer here is always the same. `fs.access` asks
  // for the two others, and never settles without them.
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
  /** Where the module lies, as its own process sees it. */
  tool: string;
  /** Where the kit lies, as the process sees it. */
  kit: string;
}

/** Where things lie in the box. */
const BOX = { tool: '/tool', kit: '/kit' };

/** A folder and all that lies in it. */
const holds = (folder: string, path: string) =>
  path === folder || path.startsWith(folder === '/' ? folder : `${folder}/`);

/** Rights without what lies in a folder that is closed to every tool. */
const rightsBeside = (closed: string | undefined, rights: ModuleRights): ModuleRights => {
  const open = (path: string) => closed === undefined || !holds(closed, path);
  return { ...rights, read: rights.read.filter(open), write: rights.write.filter(open) };
};

/** The command that starts a module's process with as few rights as can be had here. */
export function confineModule(
  ground: Ground,
  /** The folder with `module/` and `import-map.json`. */
  tool: string,
  granted: ModuleRights,
  variables: Record<string, string>,
  /** A folder that is there and that no grant opens: the runner's own records, keys among them. */
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
