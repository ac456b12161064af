import type { Locale } from '../../../i18n/locale.ts';

/** A stretch of a guide: sentences, and lines of code that show them. */
export interface GuidePart {
  title: Record<Locale, string>;
  text: Record<Locale, string[]>;
  code?: string;
}

/** How a module of one language is written so that its functions are tools. */
export type Guide = readonly GuidePart[];
