import { effectivePolicies, type EffectivePolicies } from './effective-policies.ts';
import type { InvokeCall, InvokeParts } from './invoke-parts.ts';

const nothing = { tools: {}, groups: {}, session: {} };

/** The policies of a call of an authored tool, by what the person decided and its author wrote. */
export function policiesOf(
  { tool: { definition }, group, folderName }: Pick<InvokeCall, 'tool' | 'group' | 'folderName'>,
  parts: Pick<InvokeParts, 'settings'>,
): EffectivePolicies {
  const { name, policies } = definition;
  return effectivePolicies(
    { name, policies, group: group ?? folderName },
    parts.settings ?? nothing,
  );
}
