import { z } from 'zod';

/**
 * A text as a code with values, which can be phrases themselves, so that each language words it from its own
 * table: `{ code: 'unlike', values: { expected: { code: 'string' }, … } }`.
 */
export interface Phrase {
  code: string;
  values?: Record<string, string | number | Phrase | Phrase[]>;
}

export const Phrase: z.ZodType<Phrase> = z.lazy(() =>
  z.object({
    code: z.string(),
    values: z
      .record(z.string(), z.union([z.string(), z.number(), Phrase, z.array(Phrase)]))
      .optional(),
  }),
);

/** The text of a code; with a singular form for a `count` of 1. */
export type PhraseText = string | { one: string; other: string };

/** How a language combines phrases. */
export interface PhraseWords {
  texts: Readonly<Record<string, PhraseText>>;
  /** Joins alternatives: `a string, a number or null`. */
  join: (words: readonly string[]) => string;
  /** Embeds a phrase in another one. */
  within?: (word: string) => string;
}

/** The text of a phrase; undefined if a code has no text or a value is missing. */
export function sayPhrase({ code, values = {} }: Phrase, words: PhraseWords): string | undefined {
  const text = Object.hasOwn(words.texts, code) ? words.texts[code] : undefined;
  if (text === undefined) return undefined;
  let isWhole = true;
  const say = (value: string | number | Phrase | Phrase[] | undefined): string => {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    if (value === undefined) isWhole = false;
    const parts = [value ?? []].flat().map((part) => sayPhrase(part, words));
    if (parts.includes(undefined)) isWhole = false;
    const word = words.join(parts.map((part) => part ?? ''));
    return words.within?.(word) ?? word;
  };
  const shape =
    typeof text === 'string' ? text : Number(values.count) === 1 ? text.one : text.other;
  const said = shape.replace(/\{(\w+)\}/g, (_, name: string) =>
    say(Object.hasOwn(values, name) ? values[name] : undefined),
  );
  return isWhole ? said : undefined;
}
