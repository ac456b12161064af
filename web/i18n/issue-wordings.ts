import { LazyTexts } from './lazy-texts.svelte.ts';

export const issueWordings = new LazyTexts(() =>
  import('./texts/issues.ts').then(({ issueTexts }) => issueTexts),
);
