import { i18n } from './i18n.svelte.ts';
import type { Locale } from './locale.ts';

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
