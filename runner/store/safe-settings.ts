import { z } from 'zod';
import { ToolSettings } from '../../shared/protocol/settings.ts';
import type { Policies } from '../../shared/tool/definition.ts';
import { withoutBadFolders } from '../sources/workspace/check-folders.ts';

/** The strictest policies: Lathe asks before each call, and again before the model sees the result. */
export const strictest: Required<Policies> = { execution: 'ask-always', result: 'always' };

/** The content of `.lathe/settings.json`. */
export interface KeptSettings {
  settings: ToolSettings;
  /** Ids of folders and of built-in tools. */
  disabled: readonly string[];
  /** The ids that the user turned on after the list of disabled ones was lost. */
  enabled: readonly string[];
  /** Whether all ids in neither list are off, because the list of disabled ones was lost. */
  othersOff: boolean;
  /** Whether every call asks until the user changes that for the session. */
  asksAlways: boolean;
}

/** Why a file is invalid. `paths` names the bad values. */
export type Damage =
  { code: 'not-json' | 'not-a-file' | 'unreadable' } | { code: 'bad-values'; paths: string[] };

export const freshSettings = (): KeptSettings => ({
  ...{ disabled: [], enabled: [], othersOff: false, asksAlways: false },
  settings: ToolSettings.parse({}),
});

/** The settings if the file is unreadable: everything is off, and every call asks. */
export const unknownSettings = (): KeptSettings => ({
  ...freshSettings(),
  othersOff: true,
  asksAlways: true,
});

const Flags = z.object({ othersOff: z.literal(true), asksAlways: z.literal(true) }).partial();
const record = z.record(z.string(), z.unknown());

/** Reads the settings value by value. A bad value is replaced by the safe one and reported. */
export function readSettings(
  bytes: Uint8Array,
  workspace: string,
): { kept: KeptSettings; damage?: Damage } {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { kept: unknownSettings(), damage: { code: 'not-json' } };
  }
  const root = record.safeParse(json).data;
  if (!root) return { kept: unknownSettings(), damage: { code: 'bad-values', paths: [''] } };
  const bad: string[] = [];
  const { settings: safe, isUnknown } = withSafeValues(root.settings ?? {}, bad);
  const folders = withoutBadFolders(safe.bash, workspace);
  bad.push(...folders.bad);
  const settings = { ...safe, bash: folders.bash };
  const flags = Flags.safeParse(root);
  if (!flags.success) bad.push('othersOff', 'asksAlways');
  const [disabled, enabled] = ['disabled', 'enabled'].map((name) => {
    const list = root[name] ?? (name === 'enabled' ? [] : undefined);
    const ids = z.array(z.unknown()).safeParse(list).data;
    const texts = ids?.filter((id) => typeof id === 'string');
    if (!ids || texts?.length !== ids.length) bad.push(name);
    return { texts: texts ?? [], isWhole: texts?.length === ids?.length && ids !== undefined };
  });
  const kept: KeptSettings = {
    settings: withGroups(settings, root.groupDefaults, bad),
    disabled: disabled?.texts ?? [],
    enabled: enabled?.texts ?? [],
    othersOff: !flags.success || flags.data.othersOff === true || isUnknown || !disabled?.isWhole,
    asksAlways: !flags.success || flags.data.asksAlways === true || isUnknown,
  };
  return bad.length > 0 ? { kept, damage: { code: 'bad-values', paths: bad } } : { kept };
}

/** Adds the groups of script modules, by name. Source: seed 000. */
function withGroups(settings: ToolSettings, defaults: unknown, bad: string[]): ToolSettings {
  const rows = record.safeParse(defaults ?? {}).data;
  if (!rows) bad.push('groupDefaults');
  const groups = { ...settings.groups };
  for (const [name, enabled] of Object.entries(rows ?? {})) {
    if (typeof enabled !== 'boolean') bad.push(`groupDefaults.${name}`);
    const own = Object.hasOwn(groups, name) ? groups[name] : undefined;
    groups[name] = { ...own, enabled: enabled === true };
  }
  return { ...settings, groups };
}

/** The safe values that differ from the default. `*` stands for any name. */
const safeValues: Record<string, unknown> = {
  enableToolCalls: false,
  'tools.*': { enabled: false, policies: strictest },
  'tools.*.enabled': false,
  'tools.*.autoExecute': false,
  'tools.*.policies': strictest,
  'tools.*.policies.execution': strictest.execution,
  'tools.*.policies.result': strictest.result,
  'groups.*': { enabled: false, policies: strictest },
  'groups.*.enabled': false,
  'groups.*.policies': strictest,
  'groups.*.policies.execution': strictest.execution,
  'groups.*.policies.result': strictest.result,
  // A lower value would delete runs.
  history: { keep: 1_000_000 },
  'history.keep': 1_000_000,
};
/** If one of these is invalid, it is unknown what was off or asked. */
const decisive = new Set(['', 'tools', 'groups']);

/** The limit for repairs. A file with more bad values counts as unreadable. */
const mostRepairs = 1_000;

function withSafeValues(
  given: unknown,
  bad: string[],
): { settings: ToolSettings; isUnknown: boolean } {
  const value = structuredClone(given);
  let isUnknown = false;
  for (let repairs = 0; repairs < mostRepairs; repairs += 1) {
    const read = ToolSettings.safeParse(value);
    if (read.success) return { settings: withLimits(read.data, bad), isUnknown };
    // From the end, so that removing an element does not move those that come next.
    for (const issue of read.error.issues.toReversed()) {
      const extra = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
      const paths = extra?.map((key) => [...issue.path, key]) ?? [issue.path];
      for (const path of paths) {
        const pattern = path.map((part, at) =>
          at === 1 && /^(?:tools|groups)$/.test(String(path[0])) ? '*' : String(part),
        );
        bad.push(['settings', ...path].join('.'));
        if (decisive.has(pattern.join('.'))) isUnknown = true;
        if (path.length === 0) return { settings: ToolSettings.parse({}), isUnknown };
        replace(
          value,
          path,
          issue.code === 'invalid_key' ? undefined : safeValues[pattern.join('.')],
        );
      }
    }
  }
  return { settings: ToolSettings.parse({}), isUnknown: true };
}

/** Sets the value at a path. Undefined removes it, so that its default applies. */
function replace(root: unknown, path: PropertyKey[], value: unknown): void {
  const key = path.at(-1) ?? '';
  let holder: unknown = root;
  for (const part of path.slice(0, -1)) holder = Reflect.get(Object(holder), part);
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (value === undefined) Reflect.deleteProperty(Object(holder), key);
  else Reflect.set(Object(holder), key, value);
}

/** Limits the default timeout to the maximum. */
function withLimits(settings: ToolSettings, bad: string[]): ToolSettings {
  const { limits } = settings;
  if (limits.defaultTimeoutMs <= limits.maxTimeoutMs) return settings;
  bad.push('settings.limits.defaultTimeoutMs');
  return { ...settings, limits: { ...limits, defaultTimeoutMs: limits.maxTimeoutMs } };
}
