import { remembered } from '../storage/remembered.ts';
import { formatMessage } from './format-message.ts';
import type { Values } from './format-message.ts';
import { isLocale, locales } from './locale.ts';
import type { Locale } from './locale.ts';
import type { Message } from './message.ts';
import { approvalTexts } from './texts/approval.ts';
import { dryRunTexts } from './texts/dry-run.ts';
import { editorTexts } from './texts/editor.ts';
import { historyTexts } from './texts/history.ts';
import { libraryTexts } from './texts/library.ts';
import { previewTexts } from './texts/preview.ts';
import { resultTexts } from './texts/result.ts';
import { runTexts } from './texts/run.ts';
import { shellTexts } from './texts/shell.ts';

const en = {
  ...shellTexts.en,
  ...libraryTexts.en,
  ...editorTexts.en,
  ...runTexts.en,
  ...previewTexts.en,
  ...resultTexts.en,
  ...historyTexts.en,
  ...approvalTexts.en,
  ...dryRunTexts.en,
};
const zh = {
  ...shellTexts.zh,
  ...libraryTexts.zh,
  ...editorTexts.zh,
  ...runTexts.zh,
  ...previewTexts.zh,
  ...resultTexts.zh,
  ...historyTexts.zh,
  ...approvalTexts.zh,
  ...dryRunTexts.zh,
};

export type TextKey = keyof typeof en;

// A key that only one language has is an error of types on one of these two lines.
const english: Record<keyof typeof zh, Message> = en;
const chinese: Record<TextKey, Message> = zh;
const catalogs: Record<Locale, Record<TextKey, Message>> = {
  en: { ...en, ...english },
  zh: chinese,
};

class I18n {
  #locale = $state<Locale>(firstLocale());

  get locale(): Locale {
    return this.#locale;
  }

  /** The BCP 47 tag for `lang` and `Intl`. */
  get tag(): string {
    return locales[this.#locale];
  }

  use(locale: Locale): void {
    this.#locale = locale;
    remembered.write('locale', locale);
  }
}

const firstLocale = (): Locale => {
  const kept = remembered.read('locale');
  if (isLocale(kept)) return kept;
  return globalThis.navigator?.language.startsWith('zh') ? 'zh' : 'en';
};

export const i18n = new I18n();

/** The text of a key in the reader's language; reading it in a component follows the language. */
export const t = (key: TextKey, values: Values = {}): string =>
  formatMessage(catalogs[i18n.locale][key], values, i18n.tag);

/** A number as the reader's language writes it. */
export const n = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(i18n.tag, options).format(value);
