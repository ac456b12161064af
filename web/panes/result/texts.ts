import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import { en } from './texts-en.ts';
import { zh } from './texts-zh.ts';

export type ResultText = keyof typeof en;

/** A text of the result in the reader's language. */
export const rt = textsOf({ en, zh });
