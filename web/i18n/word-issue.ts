import { splitChoices } from './split-choices.ts';
import type { IssueTexts } from './texts/issues.ts';
import { wordSentence, type Kinds } from './word-sentence.ts';

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
