import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import { en as setupEn } from './setup/texts-en.ts';
import { zh as setupZh } from './setup/texts-zh.ts';
import { en } from './texts-en.ts';
import { zh } from './texts-zh.ts';

/** A text of conversations in the reader's language; both languages come with them. */
export const ct = textsOf({ en: { ...en, ...setupEn }, zh: { ...zh, ...setupZh } });
