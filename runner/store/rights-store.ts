import { z } from 'zod';
import { ModuleRights } from '../../shared/protocol/module-rights.ts';
import type { Disk } from '../platform/disk.ts';
import { InTurn } from './in-turn.ts';
import { JsonFile } from './json-file.ts';

const Granted = z.object({ code: z.string(), rights: ModuleRights });
const Kept = z.record(z.string(), Granted);
type Kept = z.infer<typeof Kept>;

/** What the person granted to modules, by folder. A grant is for one state of the code: other code asks anew. */
export class RightsStore {
  #file: JsonFile<Kept>;
  #turns = new InTurn();

  constructor(disk: Disk, workspace: string) {
    this.#file = new JsonFile(disk, `${workspace}/.lathe/module-rights.json`, Kept, {});
  }

  async of(folder: string): Promise<z.infer<typeof Granted> | undefined> {
    const kept = await this.#file.read();
    return Object.hasOwn(kept, folder) ? kept[folder] : undefined;
  }

  /** Nothing at all takes back what was granted. */
  grant(folder: string, code: string, rights: ModuleRights): Promise<void> {
    return this.#turns.run('file', async () => {
      const { [folder]: _, ...others } = await this.#file.read();
      const isNothing = Object.values(rights).every((list) => list.length === 0);
      await this.#file.write(isNothing ? others : { ...others, [folder]: { code, rights } });
    });
  }
}
