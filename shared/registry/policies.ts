import type { ToolSettings } from '../protocol/settings.ts';
import type { Policies } from '../tool/definition.ts';

/** A policy and who said it, for the person who is asked because of it. */
export interface EffectivePolicies extends Policies {
  because: { execution?: string; result?: string };
}

const rowOf = <T>(rows: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(rows, name) ? rows[name] : undefined;

/**
 * What counts for a call: what the person said for the session, for the tool, for its group, and
 * last what its author wrote; of each kind of policy the first that says something.
 */
export function effectivePolicies(
  tool: { name: string; group: string; policies?: Policies | undefined },
  settings: Partial<Pick<ToolSettings, 'tools' | 'groups' | 'session'>> = {},
): EffectivePolicies {
  const own = rowOf(settings.tools ?? {}, tool.name);
  // Asked before it runs, the person chooses for how long the answer holds.
  const auto = { true: 'auto', false: 'ask-once' } as const;
  const executed = own?.autoExecute === undefined ? {} : { execution: auto[`${own.autoExecute}`] };
  const group = rowOf(settings.groups ?? {}, tool.group);
  const said: [string, Policies | undefined][] = [
    ['Your policy for this session', settings.session],
    ['Your policy for this tool', { ...executed, ...own?.policies }],
    [`Your policy for the group "${tool.group}"`, group?.policies],
    ["The tool's policy", tool.policies],
  ];
  const execution = said.find(([, policies]) => policies?.execution !== undefined);
  const result = said.find(([, policies]) => policies?.result !== undefined);
  return {
    ...(execution?.[1]?.execution ? { execution: execution[1].execution } : {}),
    ...(result?.[1]?.result ? { result: result[1].result } : {}),
    because: {
      ...(execution ? { execution: `${execution[0]} is "${execution[1]?.execution}"` } : {}),
      ...(result ? { result: `${result[0]} for results is "${result[1]?.result}"` } : {}),
    },
  };
}

/**
 * Whether a refused rule, such as `Edit:/src/*`, covers the rule of a call: the same one, or one below
 * it, such as `Edit:/src/deep/*`.
 */
export function ruleCovers(kept: string | undefined, asked: string | undefined): boolean {
  if (kept === undefined || asked === undefined) return false;
  if (kept === asked) return true;
  return kept.endsWith('/*') && asked.startsWith(kept.slice(0, -1));
}
