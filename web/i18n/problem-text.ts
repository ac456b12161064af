import { sayPhrase } from '../../shared/tool/problem/phrase.ts';
import type { Phrase } from '../../shared/tool/problem/phrase.ts';
import type { Problem } from '../../shared/tool/problem/problem.ts';
import { languageLabel } from '../languages/language-label.ts';
import { saidText } from './reason-text.ts';
import { fillWording, LazyTexts } from './lazy-texts.svelte.ts';

/** A problem in the reader's language; in English where it is not worded in that language. */
export const problemText = (problem: Problem): string =>
  wording(problem, 'message') ?? problem.message;

/** What a problem's quick fix does, in the reader's language where it is worded there. */
export const fixText = (problem: Problem): string =>
  wording(problem, 'fix') ?? problem.fix?.title ?? '';

export const problemWordings = new LazyTexts(() =>
  import('./texts/problems.ts').then(({ problemTexts }) => problemTexts),
);

/** The wording of a problem by its code; undefined when there is none or its values do not fill it. */
export const wording = (problem: Problem, part: 'message' | 'fix'): string | undefined =>
  fillWording(textOf(problem)?.[part], valuesOf(problem));

/** A reason among the values may have a wording of its own. */
const textOf = ({ code, values }: Problem) => {
  const texts = problemWordings.current;
  return texts?.[`${code}:${values?.['reason']}`] ?? texts?.[code];
};

/** A language and a reason within a problem are worded by themselves. */
const valuesOf = ({ values, reason }: Problem): Problem['values'] => ({
  ...values,
  ...(typeof values?.['language'] === 'string' && {
    language: languageLabel(values['language']) ?? values['language'],
  }),
  ...(typeof values?.['why'] === 'string' && { why: saidText(values['why']) }),
  ...(reason && { reason: phraseText(reason) ?? values?.['reason'] ?? '' }),
});

export const issueWordings = new LazyTexts(() =>
  import('./texts/issues.ts').then(({ issueTexts }) => issueTexts),
);

/** A phrase in the reader's language; undefined in English, where it is worded where it arises. */
export const phraseText = (phrase: Phrase): string | undefined =>
  issueWordings.current && sayPhrase(phrase, issueWordings.current);

/** Why a value does not match a schema, in the reader's language; in English where it is not worded. */
export const issueSentence = ({ phrase, message }: { phrase?: Phrase; message: string }): string =>
  (phrase && phraseText(phrase)) ?? message;
