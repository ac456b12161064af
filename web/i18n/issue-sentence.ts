import { issueWordings } from './issue-wordings.ts';

/** What the checker says of a value, in the reader's language; in English where it is not worded. */
export const issueSentence = (message: string): string =>
  issueWordings.current?.(message) ?? message;
