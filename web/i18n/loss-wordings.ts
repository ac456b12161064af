import { LazyTexts } from './lazy-texts.svelte.ts';

export const lossWordings = new LazyTexts(() =>
  import('./texts/losses.ts').then(({ lossTexts }) => lossTexts),
);
