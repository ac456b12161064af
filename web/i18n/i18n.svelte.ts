import { remembered } from '../storage/remembered.ts';
import { formatMessage, isLocale, locales } from './message.ts';
import type { Locale, Message, Values } from './message.ts';
import { en, type TextKey } from './texts/en.ts';

export type { TextKey } from './texts/en.ts';

type Catalog = Record<TextKey, Message>;

class I18n {
  #locale = $state<Locale>('en');
  #catalog = $state.raw<Catalog>(en);
  #asked: Locale = 'en';

  get locale(): Locale {
    return this.#locale;
  }

  /** The BCP 47 tag for `lang` and `Intl`. */
  get tag(): string {
    return locales[this.#locale];
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  /** The language that was kept, else the browser's; settles once its texts are there. */
  begin(): Promise<void> {
    return this.#turn(firstLocale());
  }

  async use(locale: Locale): Promise<void> {
    await this.#turn(locale);
    if (this.#locale === locale) remembered.write('locale', locale);
  }

  async #turn(locale: Locale): Promise<void> {
    this.#asked = locale;
    const catalog = locale === 'en' ? en : await fetchChinese();
    // Where they cannot be fetched, the page stays in the language that it has.
    if (catalog === undefined || this.#asked !== locale) return;
    this.#catalog = catalog;
    this.#locale = locale;
  }
}

const fetchChinese = (): Promise<Catalog | undefined> =>
  import('./texts/zh.ts').then(
    ({ zh }) => zh,
    () => undefined,
  );

const firstLocale = (): Locale => {
  const kept = remembered.read('locale');
  if (isLocale(kept)) return kept;
  return globalThis.navigator?.language.startsWith('zh') ? 'zh' : 'en';
};

export const i18n = new I18n();

/** The text of a key in the reader's language; reading it in a component follows the language. */
export const t = (key: TextKey, values: Values = {}): string =>
  formatMessage(i18n.catalog[key], values, i18n.tag);

/** A number as the reader's language writes it. */
export const n = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(i18n.tag, options).format(value);

/** What a model costs, which is often less than a cent. */
export const dollars = (cost: number): string =>
  n(cost, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
