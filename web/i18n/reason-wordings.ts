import { LazyTexts } from './lazy-texts.svelte.ts';

export const reasonWordings = new LazyTexts(() =>
  import('./texts/reasons.ts').then(({ reasonTexts }) => reasonTexts),
);
