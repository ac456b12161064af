import { i18n } from './i18n.svelte.ts';
import { formatMessage } from './message.ts';
import type { Locale, Message, Values } from './message.ts';

type Texts<T> = Partial<Record<Locale, T>>;

/** Texts that are fetched once, when a reader first needs them. English needs none: it is worded where it arises. */
export class LazyTexts<T> {
  #texts = $state.raw<Texts<T>>({});
  #asked: Promise<void> | undefined;
  readonly #fetch: () => Promise<Texts<T>>;

  constructor(fetch: () => Promise<Texts<T>>) {
    this.#fetch = fetch;
  }

  load(): Promise<void> {
    // Without them the page stays in English there.
    return (this.#asked ??= this.#fetch().then(
      (texts) => void (this.#texts = texts),
      () => undefined,
    ));
  }

  /** Those of the reader's language, if they are there; what reads them is drawn again when they arrive. */
  get current(): T | undefined {
    if (i18n.locale !== 'en') void this.load();
    return this.#texts[i18n.locale];
  }
}

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

/** A wording with its values; undefined when there is none or a value is missing. */
export const fillWording = (text: string | undefined, values: Values = {}): string | undefined => {
  if (text === undefined) return undefined;
  const needed = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return needed.every((name) => Object.hasOwn(values, name))
    ? formatMessage(text, values, i18n.tag)
    : undefined;
};
