import { textsOf } from '../../../i18n/lazy-texts.svelte.ts';
import { en } from './texts-en.ts';
import { zh } from './texts-zh.ts';

/** A text of the form of an MCP server. */
export const ft = textsOf({ en, zh });
