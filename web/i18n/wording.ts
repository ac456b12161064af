import type { Problem } from '../../shared/tool/problem.ts';
import { formatMessage } from './format-message.ts';
import { i18n } from './i18n.svelte.ts';
import { loadProblemWordings, problemWordings } from './problem-wordings.svelte.ts';

/** The wording of a problem by its code; undefined when there is none or its values do not fill it. */
export const wording = (problem: Problem, part: 'message' | 'fix'): string | undefined => {
  if (i18n.locale !== 'en') void loadProblemWordings();
  const text = problemWordings()[i18n.locale]?.[problem.code]?.[part];
  if (text === undefined) return undefined;
  const values = problem.values ?? {};
  const needed = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return needed.every((name) => Object.hasOwn(values, name))
    ? formatMessage(text, values, i18n.tag)
    : undefined;
};
