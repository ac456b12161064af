import { hostFault } from '../../../shared/returns/host-faults.ts';
import type { HostFault } from '../../../shared/tool/run/host.ts';
import { hasOwnNamespaces, probeBox, setBait } from '../../platform/process/isolation.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { runProgram } from '../../platform/process/spawn.ts';
import { probe } from './child/probe.ts';
import { confineModule, noRights } from './confine.ts';
import type { Ground } from './confine.ts';
import { importMap } from './import-map.ts';
import { layOut } from './lay-out.ts';
import { startModule } from './module-process.ts';

export interface PrepareOptions {
  /** The path of Deno. */
  deno?: string;
  /** The path of bubblewrap. */
  bwrap?: string;
  prlimit?: string;
  /** The output of the build; by default in its usual folder. */
  kitDirectory?: string;
}

export interface Ready extends Ground {
  /** The proven layers, from the inside out. */
  layers: string[];
}

export type Prepared = Ready | HostFault;

const KIT = decodeURIComponent(new URL('../../../dist/module-kit', import.meta.url).pathname);

/** Prepares the programs, and proves the isolation with a module that tries what no module may do. */
export async function prepare(options: PrepareOptions): Promise<Prepared> {
  const { deno, kitDirectory: kit = KIT, bwrap } = options;
  if (deno === undefined) return hostFault('host-no-deno');
  if (!(await nodeDisk.look(`${kit}/main.mjs`))) return hostFault('host-no-kit', { folder: kit });
  const prlimit = options.prlimit ?? '/usr/bin/prlimit';
  const ground: Ground = {
    deno,
    kit,
    bwrap: bwrap !== undefined && (await probeBox(bwrap)) ? bwrap : undefined,
    prlimit: (await runProgram(prlimit, ['--version'])) === undefined ? undefined : prlimit,
  };
  const proven = await prove(ground);
  return 'failed' in proven
    ? hostFault('host-modules-refused', { why: proven.failed })
    : { ...ground, layers: proven.layers };
}

/** Returns the proven layers, from the inside out, or what the probe module reached. */
async function prove(ground: Ground): Promise<{ layers: string[] } | { failed: string }> {
  const bait = await setBait();
  const files = { 'probe.ts': probe(bait) };
  const temp = await layOut(files);
  try {
    const confined = confineModule(ground, temp.path, noRights, {});
    await temp.write('import-map.json', importMap(files, confined));
    const module = await startModule({
      confined,
      ...{ file: 'probe.ts', folder: 'probe', cwd: '/', entries: [], loadMs: 20_000 },
      pending: () => undefined,
      log: () => undefined,
      printed: () => undefined,
    });
    if ('died' in module) return { failed: `no module could be started: ${module.died}` };
    if ('refusal' in module) return { failed: module.refusal.message };
    const [outcome, boxed] = await Promise.all([
      module.call(
        { id: 'probe', tool: 'probe', arguments: {}, context: {} },
        {
          printed: () => undefined,
          updated: () => undefined,
          stepped: () => undefined,
          abort: () => undefined,
        },
      ),
      ground.bwrap === undefined ? false : hasOwnNamespaces(module.pid),
    ]);
    module.kill();
    await module.exited;
    if ('died' in outcome) return { failed: `it ended while tried: ${outcome.died}` };
    const got = Array.isArray(outcome.details) ? outcome.details.map(String) : ['its own answer'];
    if (bait.taken() > 0) got.push('network');
    if (got.length > 0) return { failed: `a module can reach ${got.join(', ')}` };
    return { layers: ['deno', ...(boxed ? ['bubblewrap'] : [])] };
  } finally {
    await bait.close();
    await temp.remove();
  }
}
