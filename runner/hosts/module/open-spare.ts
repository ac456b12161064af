import { confineModule, type Ground } from './confine-module.ts';
import { importMap } from './import-map.ts';
import { layOut } from './lay-out.ts';
import { noRights } from './no-rights.ts';
import type { Spare } from './spares.ts';
import { spawnConfined } from './spawned.ts';

/** Starts a process for a module that is not known yet. Its folder is filled once it is. */
export async function openSpare(ground: Ground): Promise<Spare | undefined> {
  const temp = await layOut({});
  const confined = confineModule(ground, temp.path, noRights, {});
  await temp.write('import-map.json', importMap({}, confined));
  const spawned = await spawnConfined(confined);
  if (!('error' in spawned)) return { temp, confined, spawned };
  await temp.remove();
  return undefined;
}
