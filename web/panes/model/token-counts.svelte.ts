import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { countTokens } from '../result/count-tokens.ts';
import type { TokenMeasure } from '../result/measure-tokens.ts';

/** What texts cost, each counted once for as long as it is looked at. */
export class TokenCounts {
  #known = new SvelteMap<string, TokenMeasure>();
  #asked = 0;
  readonly #ruled: number;

  /** `ruled` is up to which character a text comes back token by token. */
  constructor(ruled = 0) {
    this.#ruled = ruled;
  }

  /** Counts these texts and forgets all others. They are told at once, so that no sum is of some of them. */
  async count(texts: readonly string[]): Promise<void> {
    const asked = ++this.#asked;
    const wanted = new SvelteSet(texts);
    const missing = [...wanted].filter((text) => !this.#known.has(text));
    const counted = await Promise.all(missing.map((text) => countTokens(text, this.#ruled)));
    if (asked !== this.#asked) return;
    for (const text of [...this.#known.keys()]) if (!wanted.has(text)) this.#known.delete(text);
    for (const [at, measure] of counted.entries())
      if (measure) this.#known.set(missing[at] ?? '', measure);
  }

  of(text: string): TokenMeasure | undefined {
    return this.#known.get(text);
  }

  /** Of all these texts; undefined until each of them is counted. */
  sum(texts: readonly string[]): number | undefined {
    let sum = 0;
    for (const text of texts) {
      const measure = this.#known.get(text);
      if (!measure) return undefined;
      sum += measure.count;
    }
    return sum;
  }
}
