import { t } from '../../i18n/i18n.svelte.ts';

const KNOWN = [
  'InvalidSymbol',
  'InvalidNumberFormat',
  'PropertyNameExpected',
  'ValueExpected',
  'ColonExpected',
  'CommaExpected',
  'CloseBraceExpected',
  'CloseBracketExpected',
  'EndOfFileExpected',
  'InvalidCommentToken',
  'UnexpectedEndOfString',
  'InvalidEscapeCharacter',
  'InvalidUnicode',
  'InvalidCharacter',
] as const;

/** What a parser's code for a JSON error means, and what to do. */
export function syntaxText(code: string): string {
  const known = KNOWN.find((each) => each === code);
  return t(known ? `run.json.${known}` : 'run.json.other');
}
