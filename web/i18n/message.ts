/** The languages of the page, with their BCP 47 tags. */
export const locales = { en: 'en', zh: 'zh-CN' } as const;
export type Locale = keyof typeof locales;

export const isLocale = (value: unknown): value is Locale => value === 'en' || value === 'zh';

/**
 * A text of the page. `{name}` stands for a value. The object form is chosen by the plural category
 * of `count` in the reader's language (CLDR: English has one and other, Chinese only other).
 */
export type Message = string | { one?: string; other: string };

export type Values = Record<string, string | number>;

/** Fills a message for a locale; numbers are written as that locale writes them. */
export const formatMessage = (message: Message, values: Values, locale: string): string => {
  const text = typeof message === 'string' ? message : choose(message, values.count, locale);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value;
  });
};

const choose = (
  message: { one?: string; other: string },
  count: string | number | undefined,
  locale: string,
): string => {
  const category = new Intl.PluralRules(locale).select(Number(count ?? 0));
  return category === 'one' ? (message.one ?? message.other) : message.other;
};
