import { z } from 'zod';
import type { Disk } from '../platform/disk.ts';
import { InTurn } from './in-turn.ts';
import { JsonFile } from './json-file.ts';

const Kept = z.object({ disabled: z.array(z.string()) });
type Kept = z.infer<typeof Kept>;

/** What the person decided about tools: which of them programs may not see or call. */
export class Settings {
  #file: JsonFile<Kept>;
  #disabled: Set<string>;
  #turns = new InTurn();

  private constructor(file: JsonFile<Kept>, kept: Kept) {
    this.#file = file;
    this.#disabled = new Set(kept.disabled);
  }

  static async open(disk: Disk, workspace: string): Promise<Settings> {
    const empty = { disabled: [] };
    const file = new JsonFile(disk, `${workspace}/.lathe/settings.json`, Kept, empty);
    return new Settings(file, await file.read());
  }

  isEnabled(id: string): boolean {
    return !this.#disabled.has(id);
  }

  async enable(id: string, enabled: boolean): Promise<void> {
    if (enabled) this.#disabled.delete(id);
    else this.#disabled.add(id);
    await this.#turns.run('file', () => this.#file.write({ disabled: [...this.#disabled].sort() }));
  }
}
