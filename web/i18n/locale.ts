/** The languages of the page, with their BCP 47 tags. */
export const locales = { en: 'en', zh: 'zh-CN' } as const;
export type Locale = keyof typeof locales;

export const isLocale = (value: unknown): value is Locale => value === 'en' || value === 'zh';
