import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import { en } from './texts-en.ts';
import { zh } from './texts-zh.ts';

/** A text of MCP servers in the reader's language; both languages come with them. */
export const tv = textsOf({ en, zh });
