import { englishIssues } from '../schema/checking/issue-texts.ts';
import { sayPhrase, type Phrase, type PhraseText } from '../tool/problem/phrase.ts';

/** Why a return rule is ignored: in English, and as a phrase that the page words in other languages. */
export interface RuleFault {
  message: string;
  phrase: Phrase;
}

/** The English texts, by code. */
export const ruleFaults = {
  'rule-limit-no-number': '"truncate" must be a number of characters',
  'rule-limit-no-integer': '"truncate" must be an integer, not {given}',
  'rule-limit-too-low': '"truncate" must be above 0, not {given}',
  'rule-template-no-string': '"template" must be a string',
  'rule-single-brace': 'A single "{brace}"; write "{twice}" for a literal brace',
  'rule-conversion': '"!{conversion}" is not supported in "{{field}}"',
  'rule-nested': 'A width cannot be a placeholder, as in "{{field}}"',
  'rule-no-value': '"{{name}}" has no value; use {known}',
  'rule-unknown': 'Unknown placeholder "{{name}}"; use {known}',
  'rule-format': '":{spec}" is not supported',
  'rule-format-number': '":{spec}" cannot format a number',
  'rule-format-string': '":{spec}" cannot format a string',
} satisfies Record<string, PhraseText>;

export type RuleFaultCode = keyof typeof ruleFaults;

const english = { ...englishIssues, texts: { ...ruleFaults, literal: '{text}' } };

export function ruleFault(code: RuleFaultCode, values: Phrase['values'] = {}): RuleFault {
  const phrase = { code, values };
  return { message: sayPhrase(phrase, english) ?? code, phrase };
}
