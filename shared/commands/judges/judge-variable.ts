import { ask, type Finding } from '../decision.ts';
import { actingVariables, harmlessVariables } from '../rules/wrappers.ts';

/** Judges setting a variable; `exported` if a program starts with it. */
export const judgeVariable = (name: string, exported: boolean): Finding[] => {
  if (harmlessVariables.test(name)) return [];
  if (actingVariables.test(name)) return [ask('variables', 'changes-what-programs-do', { name })];
  return exported ? [ask('variables', 'what-program-does-not-known', { name })] : [];
};
