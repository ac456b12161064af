import { textsOf } from '../../../i18n/lazy-texts.svelte.ts';
import { en } from './texts-en.ts';
import { zh } from './texts-zh.ts';

/** A text of the agent's form in the reader's language; both languages come with the form. */
export const ta = textsOf({ en, zh });
