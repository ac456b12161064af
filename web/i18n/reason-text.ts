import type { Loss } from '../../shared/tool/format.ts';
import type { EndingReason } from '../../shared/tool/run/ending.ts';
import { tellingRule, type Reason } from '../../shared/tool/problem/reason.ts';
import { fillWording, LazyTexts } from './lazy-texts.svelte.ts';

export const reasonWordings = new LazyTexts(() =>
  import('./texts/reasons/reason-texts.ts').then(({ reasonTexts }) => reasonTexts),
);

/** Why something is asked for, allowed or forbidden, in the reader's language; in English where it is not worded. */
export const reasonText = ({ code, values, message }: Reason): string => {
  const texts = reasonWordings.current;
  const text = texts && Object.hasOwn(texts.reasons, code) ? texts.reasons[code] : undefined;
  const policy = values?.policy === undefined ? undefined : texts?.policies[values.policy];
  const worded = policy === undefined ? values : { ...values, policy };
  return fillWording(text, worded) ?? message;
};

/** The same behind its rule, where that says more: `git: "push" sends commits`. */
export const ruledText = (reason: Reason): string => {
  const rule = tellingRule(reason);
  // What is said of a redirect shows its sign.
  if (rule === undefined || rule === 'redirect') return reasonText(reason);
  return `${ruleText(rule)}${reasonWordings.current ? '：' : ': '}${reasonText(reason)}`;
};

/** What the runner says in a sentence of its own, in the reader's language; as it stands where nobody here words it. */
export const saidText = (message: string): string => {
  const reason = reasonWordings.current?.readSaid(message);
  return reason ? reasonText(reason) : message;
};

/** Why a call did not run to its end, in the reader's language. */
export const endingReasonText = ({ reason, because }: EndingReason): string =>
  because?.map(ruledText).join('\n') ?? saidText(reason);

/** What the rule of a judgement is called; many bear the name of the program that they are about. */
export const ruleText = (rule: string): string => {
  const rules = reasonWordings.current?.rules ?? {};
  return Object.hasOwn(rules, rule) ? (rules[rule] ?? rule) : rule;
};

export const lossWordings = new LazyTexts(() =>
  import('./texts/losses.ts').then(({ lossTexts }) => lossTexts),
);

/** Why something is lost, in the reader's language; in English where it is not worded in that language. */
export const lossText = ({ code, values, reason }: Loss): string => {
  const texts: Readonly<Record<string, string>> | undefined = lossWordings.current;
  return (code !== undefined && fillWording(texts?.[code], values)) || reason;
};
