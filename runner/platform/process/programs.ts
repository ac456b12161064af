import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Starts Deno without permissions, configuration or prompts. */
export const denoSealed: readonly string[] = [
  'run',
  '--quiet',
  '--no-prompt',
  // Without these three, a process without permissions may import modules from a few sites.
  '--no-remote',
  '--no-npm',
  '--deny-import',
  '--no-config',
  '--no-lock',
];

/** The locations of the programs that hosts start; missing programs are left out. */
export interface Programs {
  deno?: string;
  /** The version of Deno, if it is the current engine and need not be asked. */
  denoVersion?: string;
  node?: string;
  bwrap?: string;
  /** The folders that are searched for programs, separated by `:`. */
  path: string;
  /** A folder for data that is created once per machine. */
  cache: string;
}

const home = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const there = (path: string) => (existsSync(path) ? path : undefined);

/**
 * If an argument equals its own path, Deno's `node:child_process` takes the program for Node and adds `run -A`:
 * all permissions. Another spelling of the path avoids that.
 */
const respelled = (path: string) => path.replace(/\/(?=[^/]*$)/, '/./');

interface RunningDeno {
  version: { deno: string; v8: string; typescript: string };
}
const { Deno: running } = globalThis as { Deno?: RunningDeno };

const versionText = ({ deno, v8, typescript }: RunningDeno['version']): string =>
  `deno ${deno} v8 ${v8} typescript ${typescript}`;

/** Finds programs: those that the start script names, then the current engine, then the usual locations. */
export function findPrograms(): Programs {
  const isDeno = running !== undefined;
  const { env, execPath } = process;
  const deno =
    env.LATHE_DENO ??
    (isDeno ? execPath : there(`${home}/node_modules/@deno/linux-x64-glibc/deno`));
  const node = env.LATHE_NODE ?? (isDeno ? there('/usr/bin/node') : execPath);
  const bwrap = there('/usr/bin/bwrap');
  return {
    deno: deno === undefined ? undefined : respelled(deno),
    denoVersion: isDeno && deno === execPath ? versionText(running.version) : undefined,
    node,
    bwrap,
    path: env.PATH ?? '',
    cache: `${home}/.cache`,
  };
}
