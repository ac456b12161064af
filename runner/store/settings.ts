import { z } from 'zod';
import { ToolSettings } from '../../shared/protocol/settings.ts';
import type { Disk } from '../platform/disk.ts';
import { InTurn } from './in-turn.ts';
import { JsonFile } from './json-file.ts';

const Kept = z.object({
  disabled: z.array(z.string()),
  /** Groups of script modules by name. Source: seed 000. */
  groupDefaults: z.record(z.string(), z.boolean()).optional(),
  settings: z.unknown().optional(),
});
type Kept = z.infer<typeof Kept>;

/** What the person decided about tools: what programs may see and call, what is asked for, and limits. */
export class Settings {
  #file: JsonFile<Kept>;
  #disabled: Set<string>;
  #current: ToolSettings;
  #revision = 1;
  #turns = new InTurn();

  private constructor(file: JsonFile<Kept>, kept: Kept) {
    this.#file = file;
    this.#disabled = new Set(kept.disabled);
    // A file that another version wrote must not keep the runner from starting.
    this.#current = ToolSettings.safeParse(kept.settings ?? {}).data ?? ToolSettings.parse({});
    for (const [group, enabled] of Object.entries(kept.groupDefaults ?? {})) {
      this.#current = withGroup(this.#current, group, enabled);
    }
  }

  static async open(disk: Disk, workspace: string): Promise<Settings> {
    const empty = { disabled: [] };
    const file = new JsonFile(disk, `${workspace}/.lathe/settings.json`, Kept, empty);
    return new Settings(file, await file.read());
  }

  get current(): ToolSettings {
    return this.#current;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Whether `revision` was the state that is here, and the settings are now these. */
  async replace(settings: ToolSettings, revision: number): Promise<boolean> {
    if (revision !== this.#revision) return false;
    this.#current = settings;
    await this.#save();
    return true;
  }

  /**
   * `group` is the name of a script module's group, which has a say of its own; one without a word
   * has its folder's state. Source: seed 000.
   */
  isEnabled(id: string, group?: string): boolean {
    const said = group === undefined ? undefined : ownOf(this.#current.groups, group)?.enabled;
    return said ?? !this.#disabled.has(id);
  }

  /** Whether a tool of a folder that is enabled may itself be seen and called. */
  isToolEnabled(name: string): boolean {
    return this.#current.enableToolCalls && ownOf(this.#current.tools, name)?.enabled !== false;
  }

  async enable(id: string, enabled: boolean, group?: string): Promise<void> {
    if (group !== undefined) this.#current = withGroup(this.#current, group, enabled);
    if (enabled) this.#disabled.delete(id);
    else this.#disabled.add(id);
    await this.#save();
  }

  #save(): Promise<void> {
    this.#revision += 1;
    return this.#turns.run('file', () => {
      const { session: _, ...settings } = this.#current;
      const groupDefaults = Object.fromEntries(
        Object.entries(settings.groups).flatMap(([group, { enabled }]) =>
          enabled === undefined ? [] : [[group, enabled]],
        ),
      );
      return this.#file.write({ disabled: [...this.#disabled].sort(), groupDefaults, settings });
    });
  }
}

const ownOf = <T>(rows: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(rows, name) ? rows[name] : undefined;

const withGroup = (settings: ToolSettings, group: string, enabled: boolean): ToolSettings => ({
  ...settings,
  groups: { ...settings.groups, [group]: { ...ownOf(settings.groups, group), enabled } },
});
