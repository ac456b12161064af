import { LazyTexts } from './lazy-texts.svelte.ts';

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
