import type { Loss } from '../../shared/tool/format.ts';
import { fillWording } from './fill-wording.ts';
import { LazyTexts } from './lazy-texts.svelte.ts';

export const lossWordings = new LazyTexts(() =>
  import('./texts/losses.ts').then(({ lossTexts }) => lossTexts),
);

/** Why something is lost, in the reader's language; in English where it is not worded in that language. */
export const lossText = ({ code, values, reason }: Loss): string => {
  const texts: Readonly<Record<string, string>> | undefined = lossWordings.current;
  return (code !== undefined && fillWording(texts?.[code], values)) || reason;
};
