import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** How Deno is started without any right, without a setting of its own and without asking for more. */
export const denoSealed: readonly string[] = [
  'run',
  '--quiet',
  '--no-prompt',
  // Without these three, modules of a few sites may be imported by whoever has no rights at all.
  '--no-remote',
  '--no-npm',
  '--deny-import',
  '--no-config',
  '--no-lock',
];

/** Where the programs lie that a host may start; left out where they are not there. */
export interface Programs {
  deno?: string;
  /** What that Deno says of itself, where it is the one that this runs on and need not be asked. */
  denoVersion?: string;
  node?: string;
  bwrap?: string;
  /** The folders in which programs are looked for, with `:` between them. */
  path: string;
  /** A folder for what is made once per machine. */
  cache: string;
}

const home = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const there = (path: string) => (existsSync(path) ? path : undefined);

/**
 * Where an argument is its own path to the letter, Deno's `node:child_process` takes a program of Node
 * for meant and puts `run -A` behind it: all rights. Another spelling of the same path is left alone.
 */
const respelled = (path: string) => path.replace(/\/(?=[^/]*$)/, '/./');

interface RunningDeno {
  version: { deno: string; v8: string; typescript: string };
}
const { Deno: running } = globalThis as { Deno?: RunningDeno };

const versionText = ({ deno, v8, typescript }: RunningDeno['version']): string =>
  `deno ${deno} v8 ${v8} typescript ${typescript}`;

/** Finds them: what the start script names, else the engine that this runs on, else the usual places. */
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
