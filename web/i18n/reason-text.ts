import type { Loss } from '../../shared/tool/format.ts';
import { fillWording, LazyTexts } from './lazy-texts.svelte.ts';
import { wordSentence } from './word-sentence.ts';

export const reasonWordings = new LazyTexts(() =>
  import('./texts/reasons.ts').then(({ reasonTexts }) => reasonTexts),
);

/**
 * Why something is asked for, allowed or forbidden, in the reader's language; in English where it is
 * not worded. A judgement names its rule first, as in `redirect: "> a" writes a file`.
 */
export const reasonText = (reason: string): string => {
  const texts = reasonWordings.current;
  if (texts === undefined) return reason;
  const kinds = { policy: (policy: string) => texts.policies[policy] ?? policy };
  const word = (text: string) => wordSentence(text, texts.sentences, kinds);
  const [, rule, rest] = /^([\w .[/+-]{1,60}): ([^]+)$/.exec(reason) ?? [];
  const after = rest === undefined ? undefined : word(rest);
  return word(reason) ?? (rule && after ? `${ruleText(rule)}：${after}` : reason);
};

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
