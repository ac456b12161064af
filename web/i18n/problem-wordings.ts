import { LazyTexts } from './lazy-texts.svelte.ts';

export const problemWordings = new LazyTexts(() =>
  import('./texts/problems.ts').then(({ problemTexts }) => problemTexts),
);
