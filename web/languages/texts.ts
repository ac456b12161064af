import type { LanguageTexts } from './language.ts';

/** The wordings of the languages whose folder has some. Fetched late, and so no part of their table. */
export const languageTexts = Object.values(
  import.meta.glob<LanguageTexts>('./*/texts.ts', { import: 'texts', eager: true }),
);
