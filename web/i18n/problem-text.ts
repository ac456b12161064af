import type { Problem } from '../../shared/tool/problem.ts';
import { formatMessage } from './format-message.ts';
import { i18n } from './i18n.svelte.ts';
import { problemTexts } from './texts/problems.ts';

/**
 * A problem in the reader's language. Problems come worded in English with their values filled in; a
 * code that has no translation, or whose values do not fill it, is read in English.
 */
export const problemText = (problem: Problem): string => {
  const message = problemTexts[i18n.locale]?.[problem.code]?.message;
  if (message === undefined) return problem.message;
  const text = formatMessage(message, problem.values ?? {}, i18n.tag);
  return /\{\w+\}/.test(text.replaceAll(/[“"][^”"]*[”"]/g, '')) ? problem.message : text;
};
