import type { Message } from './message.ts';

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
