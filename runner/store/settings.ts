import type { SetAside } from '../../shared/protocol/health.ts';
import { ToolSettings } from '../../shared/protocol/settings.ts';
import type { Tool } from '../../shared/registry/tool.ts';
import type { Policies } from '../../shared/tool/definition.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { UnreadFile } from '../platform/disk/disk-fault.ts';
import { holdLock } from '../platform/disk/file-lock.ts';
import { freshSettings, readSettings, strictest, unknownSettings } from './safe-settings.ts';
import type { Damage, KeptSettings } from './safe-settings.ts';
import { copyAside, unmoved, wasSetAside } from './set-aside.ts';

/**
 * How long a check of the file stays valid, in milliseconds, so that a loop over a thousand tools checks once.
 * Turning an imported tool off takes longer than this, because several files are synced before the tool
 * appears.
 */
const FRESH_MS = 0.25;

const fileName = '.lathe/settings.json';

/**
 * The user's settings for tools: what programs may see and call, what needs approval, and limits. Each use
 * checks the file first, because other processes change it too. If a write fails, the change does not count.
 */
export class Settings {
  #disk: Disk;
  #workspace: string;
  #path: string;
  #kept: KeptSettings;
  /** Never stored. Damaged settings make it strict. */
  #session: Policies = {};
  #damage: Damage | undefined;
  /** Why the file could not be read. Its settings are still in it, so nothing may be written over them. */
  #unread: UnreadFile | undefined;
  /** Undefined until the file is first read. */
  #stamp: string | undefined;
  #revision = 1;
  #lookedAt = -Infinity;
  /** Called when another process changed the settings. */
  changedElsewhere: () => void = () => undefined;

  private constructor(disk: Disk, workspace: string, whenAbsent: KeptSettings) {
    this.#disk = disk;
    this.#workspace = workspace;
    this.#path = `${workspace}/${fileName}`;
    this.#kept = whenAbsent;
  }

  /** Writes nothing, so a second process may use it beside a runner. */
  static async open(disk: Disk, workspace: string): Promise<Settings> {
    const path = `${workspace}/${fileName}`;
    // If a damaged file was set aside and not replaced, the settings are still unknown.
    const isUnknown = await wasSetAside(disk, path);
    const settings = new Settings(disk, workspace, isUnknown ? unknownSettings() : freshSettings());
    settings.#look();
    if (settings.#kept.asksAlways && !settings.#unread) settings.askAlways();
    settings.#revision = 1;
    return settings;
  }

  get current(): ToolSettings {
    this.#refresh();
    const isUnread = this.#damage?.code === 'unreadable';
    return { ...this.#kept.settings, session: isUnread ? strictest : this.#session };
  }

  get revision(): number {
    this.#refresh();
    return this.#revision;
  }

  /** The damage of the current file, until it is set aside. */
  get damage(): SetAside | undefined {
    this.#refresh();
    return this.#damage && unmoved(fileName, this.#damage);
  }

  /** Sets a damaged file aside and writes the safe values in its place. */
  async mend(): Promise<void> {
    this.#refresh();
    if (this.#damage && !this.#unread) await this.#update((kept) => kept);
  }

  /** Makes every call ask during the life of this process, because earlier denials are unknown. */
  askAlways(): void {
    this.#session = strictest;
  }

  /** Makes every call ask until the user changes that, also after restarts. */
  async keepAsking(): Promise<void> {
    await this.#update((kept) => ({ ...kept, asksAlways: true }));
  }

  /** Replaces the settings; false if `revision` is not the current one. */
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
   * A tool is on if neither its folder nor its group is off. `group` is the group of a script module (source:
   * seed 000).
   */
  isEnabled(id: string, group?: string): boolean {
    this.#refresh();
    const { settings, disabled, enabled, othersOff } = this.#kept;
    if (disabled.includes(id)) return false;
    if (group !== undefined && ownOf(settings.groups, group)?.enabled === false) return false;
    return !othersOff || enabled.includes(id);
  }

  /** Whether the author turned the tool off and the user did not turn it on. */
  isOffByAuthor({ name, definition }: Pick<Tool, 'name' | 'definition'>): boolean {
    this.#refresh();
    const said = ownOf(this.#kept.settings.tools, name)?.enabled;
    return definition?.enabled === false && said === undefined;
  }

  /** Whether a tool of an enabled folder may be seen and called. */
  isToolEnabled({ name, definition }: Pick<Tool, 'name' | 'definition'>): boolean {
    const { enableToolCalls, tools } = this.current;
    return enableToolCalls && (ownOf(tools, name)?.enabled ?? definition?.enabled !== false);
  }

  /**
   * Turns a folder on or off. `twins` are the other folders of its group. If the group was off, turning one
   * folder on turns the group on and each twin off.
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

  /** Changes the file, one change at a time among all processes; false if `change` returned undefined. */
  #update(change: (kept: KeptSettings) => KeptSettings | undefined): Promise<boolean> {
    return holdLock(`${this.#path.replace(/\.json$/, '')}.lock`, async () => {
      if (this.#look()) this.changedElsewhere();
      if (this.#unread) throw this.#unread;
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

  /** Reads the file if it changed, and returns whether it did. Deleting the file changes nothing. */
  #look(): boolean {
    let seen: ReturnType<Disk['readChanged']>;
    try {
      seen = this.#disk.readChanged(this.#path, this.#stamp);
    } catch (cause) {
      // The next use reads it again, whether or not it changed.
      this.#stamp = undefined;
      const isKnown = this.#unread !== undefined;
      this.#unread = new UnreadFile(this.#path, cause);
      return !isKnown && this.#take(unknownSettings(), { code: 'unreadable' });
    }
    this.#unread = undefined;
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
    if (kept.asksAlways && damage?.code !== 'unreadable') this.#session = strictest;
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
