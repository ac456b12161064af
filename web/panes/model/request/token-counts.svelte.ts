import { untrack } from 'svelte';
import { countTokens } from '../../result/count-tokens.ts';
import type { TokenMeasure } from '../../result/measure-tokens.ts';

/** Texts that are asked for at once; more would hold up a frame. */
const SLICE = 200;

/** What texts cost, each counted once for as long as it is looked at. */
export class TokenCounts {
  /** Replaced as a whole: thousands of texts that each tell of their count hold up the page. */
  #known = $state.raw<Readonly<Record<string, TokenMeasure>>>({});
  #asked = 0;
  readonly #ruled: number;

  /** `ruled` is up to which character a text comes back token by token. */
  constructor(ruled = 0) {
    this.#ruled = ruled;
  }

  /** Counts these texts and forgets all others. They are told at once, so that no sum is of some of them. */
  async count(texts: readonly string[]): Promise<void> {
    const asked = ++this.#asked;
    const wanted = Object.keys(Object.fromEntries(texts.map((text) => [text, true])));
    // An effect that counts is no reader of the counts: it would count anew whenever they are told.
    const known = untrack(() => this.#known);
    const counted: [string, TokenMeasure][] = [];
    for (let at = 0; at < wanted.length; at += SLICE) {
      const measures = await Promise.all(
        wanted.slice(at, at + SLICE).map(async (text) => {
          const kept = Object.hasOwn(known, text) ? known[text] : undefined;
          const measure = kept ?? (await countTokens(text, this.#ruled));
          return { text, measure };
        }),
      );
      if (asked !== this.#asked) return;
      for (const { text, measure } of measures) if (measure) counted.push([text, measure]);
    }
    this.#known = Object.fromEntries(counted);
  }

  of(text: string): TokenMeasure | undefined {
    return Object.hasOwn(this.#known, text) ? this.#known[text] : undefined;
  }

  /** Of all these texts; undefined until each of them is counted. */
  sum(texts: readonly string[]): number | undefined {
    let sum = 0;
    for (const text of texts) {
      const measure = this.of(text);
      if (!measure) return undefined;
      sum += measure.count;
    }
    return sum;
  }
}
