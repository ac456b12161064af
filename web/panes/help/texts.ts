import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import { en } from './texts-en.ts';
import { zh } from './texts-zh.ts';

/** A text of the help of a model, in the reader's language. */
export const hp = textsOf({ en, zh });
