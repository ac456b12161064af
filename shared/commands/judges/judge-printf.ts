import { allow, ask, type Finding } from '../decision.ts';
import type { Word } from '../words/word.ts';

/** `%n` sets a variable. Source: bash, builtins/printf.def. */
const setting = /%[-+ #0']*[\d*]*(\.[\d*]*)?[hlLjzt]*n/;

/**
 * Judges `printf`. Its first word may be the option `-v`, which sets a variable and computes an index in its
 * name.
 */
export const judgePrintf = (words: Word[]): Finding[] => {
  const [first, ...rest] = words;
  const [format] = first?.certain && first.values?.[0] === '--' ? rest : [first];
  if (!format) return [allow('printf', 'prints-nothing')];
  const text = format.certain && !format.splits ? format.values?.[0] : undefined;
  if (text === undefined) return [ask('printf', 'format-cannot-seen-set-variable')];
  const option = format === first && text.startsWith('-');
  return option || setting.test(text.replaceAll('%%', ''))
    ? [ask('printf', 'may-set-variable', { text: format.source })]
    : [allow('printf', 'only-prints')];
};
