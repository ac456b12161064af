import type { SetAside } from '../../shared/protocol/health.ts';
import { ToolSettings } from '../../shared/protocol/settings.ts';
import type { Tool } from '../../shared/registry/tool.ts';
import type { Policies } from '../../shared/tool/definition.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { holdLock } from '../platform/disk/file-lock.ts';
import { freshSettings, readSettings, strictest, unknownSettings } from './safe-settings.ts';
import type { Damage, KeptSettings } from './safe-settings.ts';
import { copyAside, unmoved, wasSetAside } from './set-aside.ts';

/**
 * A loop over a thousand tools need not look a thousand times. Whoever imports a tool forces several files to
 * disk after it was switched off and before it is there, which takes longer.
 */
const FRESH_MS = 0.25;

const fileName = '.lathe/settings.json';

/**
 * What the person decided about tools: what programs may see and call, what is asked for, and limits.
 * The file has the last word: it is looked at before each use, since other processes change it, too,
 * and what could not be written does not count.
 */
export class Settings {
  #disk: Disk;
  #workspace: string;
  #path: string;
  #kept: KeptSettings;
  /** Never stored, but for what damage made strict. */
  #session: Policies = {};
  #damage: Damage | undefined;
  /** Undefined until the first look. */
  #stamp: string | undefined;
  #revision = 1;
  #lookedAt = -Infinity;
  /** Hears that another process changed the settings. */
  changedElsewhere: () => void = () => undefined;

  private constructor(disk: Disk, workspace: string, whenAbsent: KeptSettings) {
    this.#disk = disk;
    this.#workspace = workspace;
    this.#path = `${workspace}/${fileName}`;
    this.#kept = whenAbsent;
  }

  /** Writes nothing, so that it may be used beside a runner. */
  static async open(disk: Disk, workspace: string): Promise<Settings> {
    const path = `${workspace}/${fileName}`;
    // Where damage was set aside and nothing took its place, it is as unknown as it was.
    const isUnknown = await wasSetAside(disk, path);
    const settings = new Settings(disk, workspace, isUnknown ? unknownSettings() : freshSettings());
    settings.#look();
    if (settings.#kept.asksAlways) settings.askAlways();
    settings.#revision = 1;
    return settings;
  }

  get current(): ToolSettings {
    this.#refresh();
    return { ...this.#kept.settings, session: this.#session };
  }

  get revision(): number {
    this.#refresh();
    return this.#revision;
  }

  /** Damage that stands where it was found, which is while it could not be set aside. */
  get damage(): SetAside | undefined {
    this.#refresh();
    return this.#damage && unmoved(fileName, this.#damage);
  }

  /** Sets a damaged file aside and writes what is safe in its place. */
  async mend(): Promise<void> {
    this.#refresh();
    if (this.#damage) await this.#update((kept) => kept);
  }

  /** Makes every call ask for as long as this process lives: nobody knows what the person had refused. */
  askAlways(): void {
    this.#session = strictest;
  }

  /** The same until the person says otherwise, however often the runner starts. */
  async keepAsking(): Promise<void> {
    await this.#update((kept) => ({ ...kept, asksAlways: true }));
  }

  /** Whether `revision` was the state that is here, and the settings are now these. */
  async replace({ session, ...settings }: ToolSettings, revision: number): Promise<boolean> {
    const isStrict =
      session.execution === strictest.execution && session.result === strictest.result;
    const isDone = await this.#update((kept) => {
      if (revision !== this.#revision) return undefined;
      const asksAlways = kept.asksAlways && isStrict;
      return { ...kept, settings: { ...settings, session: {} }, asksAlways };
    });
    if (isDone) this.#session = session;
    return isDone;
  }

  /**
   * `group` is the name of a script module's group, which has a say of its own (source: seed 000): a
   * tool is on where neither its folder nor its group is off.
   */
  isEnabled(id: string, group?: string): boolean {
    this.#refresh();
    const { settings, disabled, enabled, othersOff } = this.#kept;
    if (disabled.includes(id)) return false;
    if (group !== undefined && ownOf(settings.groups, group)?.enabled === false) return false;
    return !othersOff || enabled.includes(id);
  }

  /** Whether a tool is off since its author says so, and no person otherwise. */
  isOffByAuthor({ name, definition }: Pick<Tool, 'name' | 'definition'>): boolean {
    this.#refresh();
    const said = ownOf(this.#kept.settings.tools, name)?.enabled;
    return definition?.enabled === false && said === undefined;
  }

  /** Whether a tool of a folder that is enabled may itself be seen and called. */
  isToolEnabled({ name, definition }: Pick<Tool, 'name' | 'definition'>): boolean {
    const { enableToolCalls, tools } = this.current;
    return enableToolCalls && (ownOf(tools, name)?.enabled ?? definition?.enabled !== false);
  }

  /**
   * `twins` are other folders of the same group. The group's word counts for all of them, so that then each
   * has one of its own, and those that were off by the group's stay off.
   */
  async enable(
    id: string,
    isOn: boolean,
    group?: string,
    twins: readonly string[] = [],
  ): Promise<void> {
    await this.#update((kept) => {
      const { settings, disabled, enabled, othersOff } = kept;
      const wasOff = group !== undefined && ownOf(settings.groups, group)?.enabled === false;
      const isGroups = group !== undefined && (twins.length === 0 || (isOn && wasOff));
      const stayOff = isOn && wasOff ? twins : [];
      return {
        ...kept,
        settings: isGroups ? withGroup(settings, group, isOn) : settings,
        disabled: stayOff.reduce(
          (all, twin) => withId(all, twin, true),
          withId(disabled, id, !isOn),
        ),
        enabled: withId(enabled, id, isOn && othersOff),
      };
    });
  }

  /** One change after another, whichever process makes it; false where `change` had none to make. */
  #update(change: (kept: KeptSettings) => KeptSettings | undefined): Promise<boolean> {
    return holdLock(`${this.#path.replace(/\.json$/, '')}.lock`, async () => {
      if (this.#look()) this.changedElsewhere();
      const next = change(this.#kept);
      if (!next) return false;
      if (this.#damage) await copyAside(this.#disk, this.#path);
      await this.#disk.write(this.#path, textOf(next), 0o600);
      this.#look();
      return true;
    });
  }

  #refresh(): void {
    const now = performance.now();
    if (now - this.#lookedAt < FRESH_MS) return;
    this.#lookedAt = now;
    if (this.#look()) this.changedElsewhere();
  }

  /** Whether the file was another than it was. One that is gone takes nothing back. */
  #look(): boolean {
    let seen: ReturnType<Disk['readChanged']>;
    try {
      seen = this.#disk.readChanged(this.#path, this.#stamp);
    } catch {
      const isKnown = this.#damage?.code === 'unreadable';
      return !isKnown && this.#take(unknownSettings(), { code: 'unreadable' });
    }
    if (!seen) return false;
    if (seen.kind === undefined) {
      this.#stamp ??= seen.stamp;
      return false;
    }
    this.#stamp = seen.stamp;
    if (seen.kind !== 'file') return this.#take(unknownSettings(), { code: 'not-a-file' });
    const { kept, damage } = readSettings(seen.bytes, this.#workspace);
    return this.#take(kept, damage);
  }

  #take(kept: KeptSettings, damage: Damage | undefined): boolean {
    this.#kept = kept;
    this.#damage = damage;
    if (kept.asksAlways) this.#session = strictest;
    this.#revision += 1;
    return true;
  }
}

const textOf = ({ settings, disabled, enabled, othersOff, asksAlways }: KeptSettings): string => {
  const { session: _, ...stored } = settings;
  const groups = Object.entries(settings.groups).flatMap(([group, { enabled: isOn }]) =>
    isOn === undefined ? [] : [[group, isOn]],
  );
  return JSON.stringify({
    disabled: disabled.toSorted(),
    ...(othersOff ? { enabled: enabled.toSorted(), othersOff } : {}),
    ...(asksAlways ? { asksAlways } : {}),
    groupDefaults: Object.fromEntries(groups),
    settings: stored,
  });
};

const withId = (ids: readonly string[], id: string, isIn: boolean): string[] => [
  ...ids.filter((other) => other !== id),
  ...(isIn ? [id] : []),
];

const ownOf = <T>(rows: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(rows, name) ? rows[name] : undefined;

const withGroup = (settings: ToolSettings, group: string, enabled: boolean): ToolSettings => ({
  ...settings,
  groups: { ...settings.groups, [group]: { ...ownOf(settings.groups, group), enabled } },
});
