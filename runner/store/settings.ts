import { z } from 'zod';
import type { Disk } from '../platform/disk.ts';
import { InTurn } from './in-turn.ts';
import { JsonFile } from './json-file.ts';

const Kept = z.object({
  disabled: z.array(z.string()),
  /** Groups of script modules by name; one that is not there has its folder's state. Source: seed 000. */
  groupDefaults: z.record(z.string(), z.boolean()).optional(),
});
type Kept = z.infer<typeof Kept>;

/** What the person decided about tools: which of them programs may not see or call. */
export class Settings {
  #file: JsonFile<Kept>;
  #disabled: Set<string>;
  #groupDefaults: Record<string, boolean>;
  #turns = new InTurn();

  private constructor(file: JsonFile<Kept>, kept: Kept) {
    this.#file = file;
    this.#disabled = new Set(kept.disabled);
    this.#groupDefaults = { ...kept.groupDefaults };
  }

  static async open(disk: Disk, workspace: string): Promise<Settings> {
    const empty = { disabled: [] };
    const file = new JsonFile(disk, `${workspace}/.lathe/settings.json`, Kept, empty);
    return new Settings(file, await file.read());
  }

  /** `group` is the name of a script module's group, which has a say of its own. */
  isEnabled(id: string, group?: string): boolean {
    const said = group !== undefined && Object.hasOwn(this.#groupDefaults, group);
    return said ? this.#groupDefaults[group] === true : !this.#disabled.has(id);
  }

  async enable(id: string, enabled: boolean, group?: string): Promise<void> {
    if (group !== undefined) this.#groupDefaults[group] = enabled;
    if (enabled) this.#disabled.delete(id);
    else this.#disabled.add(id);
    await this.#turns.run('file', () =>
      this.#file.write({
        disabled: [...this.#disabled].sort(),
        groupDefaults: this.#groupDefaults,
      }),
    );
  }
}
