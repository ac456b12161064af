import { reasonWordings } from './reason-wordings.ts';

/** What the rule of a judgement is called; many bear the name of the program that they are about. */
export const ruleText = (rule: string): string => {
  const rules = reasonWordings.current?.rules ?? {};
  return Object.hasOwn(rules, rule) ? (rules[rule] ?? rule) : rule;
};
