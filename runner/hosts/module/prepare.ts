import { nodeDisk } from '../../platform/node-disk.ts';
import { runProgram } from '../../platform/run-program.ts';
import { probeBox } from '../pyodide/probe-box.ts';
import type { Ground } from './confine-module.ts';
import { prove } from './prove.ts';

export interface PrepareOptions {
  /** Path of Deno. */
  deno?: string;
  /** Path of bubblewrap. */
  bwrap?: string;
  prlimit?: string;
  /** What the build put together; by default where the build puts it. */
  kitDirectory?: string;
}

export interface Ready extends Ground {
  /** What was proven to hold, from the inside out. */
  layers: string[];
}

export type Prepared = Ready | { missing: string };

const KIT = decodeURIComponent(new URL('../../../dist/module-kit', import.meta.url).pathname);
const NO_DENO =
  'TypeScript modules need Deno to be kept in; run "npm install" where Lathe lies, which brings it';

/** Everything before the first module: the programs, and a module that tries what none may do. */
export async function prepare(options: PrepareOptions): Promise<Prepared> {
  const { deno, kitDirectory: kit = KIT, bwrap } = options;
  if (deno === undefined) return { missing: NO_DENO };
  if (!(await nodeDisk.look(`${kit}/main.mjs`))) {
    return { missing: `TypeScript modules need what "npm run build" puts into "${kit}"` };
  }
  const prlimit = options.prlimit ?? '/usr/bin/prlimit';
  const ground: Ground = {
    deno,
    kit,
    ...(bwrap !== undefined && (await probeBox(bwrap)) ? { bwrap } : {}),
    ...((await runProgram(prlimit, ['--version'])) === undefined ? {} : { prlimit }),
  };
  const proven = await prove(ground);
  return 'failed' in proven
    ? { missing: `TypeScript modules are refused: ${proven.failed}` }
    : { ...ground, layers: proven.layers };
}
