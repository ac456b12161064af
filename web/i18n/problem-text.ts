import type { Problem } from '../../shared/tool/problem.ts';
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
  fillWording(problemWordings.current?.[problem.code]?.[part], worded(problem.values));

/** A reason within a problem is a sentence of its own. */
const worded = (values: Problem['values']): Problem['values'] =>
  typeof values?.reason === 'string' ? { ...values, reason: issueSentence(values.reason) } : values;

/** What words a sentence of the checker: with its texts, for only their readers need either. */
export const issueWordings = new LazyTexts(async () => {
  const [{ issueTexts }, { wordIssue }] = await Promise.all([
    import('./texts/issues.ts'),
    import('./word-issue.ts'),
  ]);
  const { zh } = issueTexts;
  return zh ? { zh: (message: string) => wordIssue(message, zh) } : {};
});

/** What the checker says of a value, in the reader's language; in English where it is not worded. */
export const issueSentence = (message: string): string =>
  issueWordings.current?.(message) ?? message;
