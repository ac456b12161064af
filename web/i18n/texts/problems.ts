import type { Locale } from '../locale.ts';

/** Wordings of problems by code, over their values. English is worded where a problem is found. */
export const problemTexts: Partial<
  Record<Locale, Record<string, { message: string; fix?: string }>>
> = {
  zh: {},
};
