import type { Problem } from '../../shared/tool/problem.ts';
import { formatMessage } from './format-message.ts';
import { i18n } from './i18n.svelte.ts';
import { problemTexts } from './texts/problems.ts';

/** What a problem's quick fix does, in the reader's language where there is a wording. */
export const fixText = (problem: Problem): string => {
  const text = problemTexts[i18n.locale]?.[problem.code]?.fix;
  return text === undefined
    ? (problem.fix?.title ?? '')
    : formatMessage(text, problem.values ?? {}, i18n.tag);
};
