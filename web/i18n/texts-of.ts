import { formatMessage, type Values } from './format-message.ts';
import { i18n } from './i18n.svelte.ts';
import type { Locale } from './locale.ts';
import type { Message } from './message.ts';

/**
 * Texts of a part that is fetched when it is first wanted: both languages come with the part, so that the
 * page opens without them. A call gives one text in the reader's language.
 */
export const textsOf = <Key extends string>(catalogs: Record<Locale, Record<Key, Message>>) =>
  Object.assign(
    (key: Key, values: Values = {}): string =>
      formatMessage(catalogs[i18n.locale][key], values, i18n.tag),
    { catalogs },
  );
