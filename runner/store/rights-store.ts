import { z } from 'zod';
import { ModuleRights } from '../../shared/protocol/modules/module-rights.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { JsonFile } from './json-file.ts';

const Granted = z.object({ code: z.string(), rights: ModuleRights });
const Kept = z.record(z.string(), Granted);
type Kept = z.infer<typeof Kept>;

/** The permissions that the user granted to modules, by folder. A grant covers one state of the code. */
export class RightsStore {
  #file: JsonFile<Kept>;

  constructor(disk: Disk, workspace: string) {
    this.#file = new JsonFile(disk, `${workspace}/.lathe/module-rights.json`, Kept, {});
  }

  /** Sets a damaged file aside; its grants are lost. */
  mend(): Promise<void> {
    return this.#file.mend();
  }

  async of(folder: string): Promise<z.infer<typeof Granted> | undefined> {
    const { value } = await this.#file.read();
    return Object.hasOwn(value, folder) ? value[folder] : undefined;
  }

  /** Replaces the grant of a folder. Empty permissions remove it. */
  async grant(folder: string, code: string, rights: ModuleRights): Promise<void> {
    const isNothing = Object.values(rights).every((list) => list.length === 0);
    await this.#file.update(({ [folder]: _, ...others }) =>
      isNothing ? others : { ...others, [folder]: { code, rights } },
    );
  }
}
