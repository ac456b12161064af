import { ruleText } from './rule-text.ts';
import { reasonWordings } from './reason-wordings.ts';
import { wordSentence } from './word-sentence.ts';

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
