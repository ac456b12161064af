import { setBait } from '../../platform/bait.ts';
import { hasOwnNamespaces } from '../../platform/namespaces.ts';
import { probe } from './child/probe.ts';
import { confineModule, type Ground } from './confine-module.ts';
import { importMap } from './import-map.ts';
import { layOut } from './lay-out.ts';
import { startModule } from './module-process.ts';
import { noRights } from './no-rights.ts';

/** Which layers hold here, from the inside out; a module that reaches what it may not is told of. */
export async function prove(ground: Ground): Promise<{ layers: string[] } | { failed: string }> {
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
        { id: 'probe', tool: 'probe', arguments: {} },
        { printed: () => undefined, updated: () => undefined, abort: () => undefined },
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
