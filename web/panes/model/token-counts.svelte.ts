import { countTokens } from '../result/count-tokens.ts';
import type { TokenMeasure } from '../result/measure-tokens.ts';

/** What texts cost, each counted once for as long as it is looked at. */
export class TokenCounts {
  #known = $state.raw<ReadonlyMap<string, TokenMeasure>>(new Map());
  #asked = 0;
  readonly #ruled: number;

  /** `ruled` is up to which character a text comes back token by token. */
  constructor(ruled = 0) {
    this.#ruled = ruled;
  }

  /** Counts these texts and forgets all others. They are told at once, so that no sum is of some of them. */
  async count(texts: readonly string[]): Promise<void> {
    const asked = ++this.#asked;
    const known = this.#known;
    const counted = await Promise.all(
      [...new Set(texts)].map(
        async (text) => [text, known.get(text) ?? (await countTokens(text, this.#ruled))] as const,
      ),
    );
    if (asked !== this.#asked) return;
    this.#known = new Map(counted.flatMap(([text, measure]) => (measure ? [[text, measure]] : [])));
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
