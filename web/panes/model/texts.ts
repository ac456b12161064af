import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import { en } from './texts-en.ts';
import { zh } from './texts-zh.ts';

/** A text of what is sent, or of being the model, in the reader's language. */
export const tq = textsOf({ en, zh });
