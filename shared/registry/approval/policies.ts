import type { ToolSettings } from '../../protocol/settings.ts';
import { executionOf, type Policies } from '../../tool/definition.ts';
import type { Reason } from '../../tool/problem/reason.ts';
import { callReason } from './reasons.ts';

type Sayer =
  'your-policy-this-session' | 'your-policy-this-tool' | 'your-policy-group' | 'tools-policy';

/** A policy and its origin, which the question shows. */
export interface EffectivePolicies extends Policies {
  because: { execution?: Reason; result?: Reason };
}

const rowOf = <T>(rows: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(rows, name) ? rows[name] : undefined;

/**
 * The policies of a call. Of each kind, the first one that is set wins: for the session, for the tool, for
 * its group, by the author.
 */
export function effectivePolicies(
  tool: { name: string; group: string; policies?: Policies | undefined },
  settings: Partial<Pick<ToolSettings, 'tools' | 'groups' | 'session'>> = {},
): EffectivePolicies {
  const own = rowOf(settings.tools ?? {}, tool.name);
  const executed =
    own?.autoExecute === undefined ? {} : { execution: executionOf(own.autoExecute) };
  const group = rowOf(settings.groups ?? {}, tool.group);
  const said: [Sayer, Policies | undefined][] = [
    ['your-policy-this-session', settings.session],
    ['your-policy-this-tool', { ...executed, ...own?.policies }],
    ['your-policy-group', group?.policies],
    ['tools-policy', tool.policies],
  ];
  const why = (code: Sayer | `${Sayer}-results`, policy = '') =>
    callReason(
      code,
      code.startsWith('your-policy-group') ? { group: tool.group, policy } : { policy },
    );
  const execution = said.find(([, policies]) => policies?.execution !== undefined);
  const result = said.find(([, policies]) => policies?.result !== undefined);
  return {
    ...(execution?.[1]?.execution ? { execution: execution[1].execution } : {}),
    ...(result?.[1]?.result ? { result: result[1].result } : {}),
    because: {
      ...(execution ? { execution: why(execution[0], execution[1]?.execution) } : {}),
      ...(result ? { result: why(`${result[0]}-results`, result[1]?.result) } : {}),
    },
  };
}

/**
 * Whether a refused rule, such as `Edit:/src/*`, covers the rule of a call: the same rule, or one below it,
 * such as `Edit:/src/deep/*`.
 */
export function ruleCovers(kept: string | undefined, asked: string | undefined): boolean {
  if (kept === undefined || asked === undefined) return false;
  if (kept === asked) return true;
  return kept.endsWith('/*') && asked.startsWith(kept.slice(0, -1));
}
