import { i18n } from './i18n.svelte.ts';

/** Chinese letters and full-width punctuation, which bring their own space. */
const wide = /[\p{Script=Han}\u2018-\u201F\u2026\u3000-\u303F\uFF00-\uFF65]/u;

/** Sets what touches a Chinese word apart, unless it is Chinese itself; `Intl` leaves that out. */
const apart = (text: string, next: string): string => {
  const [before = '', after = ''] = [[...text].at(-1), [...next][0]];
  const touches = (han: string, other: string) => /\p{Script=Han}/u.test(han) && !wide.test(other);
  return text !== '' && next !== '' && (touches(before, after) || touches(after, before))
    ? `${text} ${next}`
    : text + next;
};

/**
 * Names as the reader's language lists them: "a, b, and c" within a sentence, "a, b, c" where it is `narrow`,
 * as after a colon.
 */
export const listed = (names: readonly string[], style: 'long' | 'narrow' = 'long'): string =>
  new Intl.ListFormat(i18n.tag, { type: 'conjunction', style })
    .formatToParts(names)
    .map(({ value }) => value)
    .reduce(i18n.locale === 'zh' ? apart : (text, next) => text + next, '');
