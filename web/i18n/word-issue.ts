import type { IssueTexts } from './texts/issues.ts';
import { wordSentence } from './word-sentence.ts';
import type { Kinds } from './word-sentence.ts';

/** The parts of `a, b or "c, d"`. What stands in quotes is whole; a quote without end is the rest. */
export const splitChoices = (text: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\]|\\[^])*"?|true or false|, | or /g)) {
    if (!/^(?:, | or )$/.test(found)) continue;
    parts.push(text.slice(from, index));
    from = index + found.length;
  }
  return [...parts, text.slice(from)];
};

/** What the checker says of a value, by the texts of a language; undefined where it is not worded. */
export const wordIssue = (message: string, texts: IssueTexts): string | undefined => {
  const expected = (text: string): string => {
    const words = splitChoices(text).map((one) => wordSentence(one, texts.expected, kinds) ?? one);
    const last = words.pop() ?? '';
    const others = words.join(texts.comma);
    if (others === '') return apart(last);
    return apart(`${others}${/["\w]$/.test(others) ? ' ' : ''}${texts.or}${apart(last)}`);
  };
  const kinds: Kinds = {
    expected,
    given: (text) => apart(wordSentence(text, texts.given) ?? text),
  };
  return wordSentence(message, texts.sentences, kinds);
};

/** Chinese sets letters and digits apart from what stands before them. */
const apart = (text: string): string => (/^[\w"-]/.test(text) ? ` ${text}` : text);
