import { formatMessage } from './message.ts';
import { i18n } from './i18n.svelte.ts';

/** An English sentence with `{name}` where a value stands, or `{name:kind}` for a value that is worded itself. */
export type Sentence = readonly [english: string, wording: string];

/** How values of a kind are worded. */
export type Kinds = Readonly<Record<string, (value: string) => string>>;

interface Pattern {
  shape: RegExp;
  values: { name: string; kind: string | undefined }[];
  wording: string;
}

const compiled = new WeakMap<readonly Sentence[], Pattern[]>();

/**
 * The wording of a sentence that was composed elsewhere, such as in the runner, and came as text;
 * undefined where none of the sentences is it. The first that fits counts.
 */
export const wordSentence = (
  text: string,
  sentences: readonly Sentence[],
  kinds: Kinds = {},
): string | undefined => {
  const patterns = compiled.get(sentences) ?? sentences.map(compile);
  compiled.set(sentences, patterns);
  for (const { shape, values, wording } of patterns) {
    const found = shape.exec(text);
    if (!found) continue;
    const filled = values.map(({ name, kind }, at) => {
      const value = found[at + 1] ?? '';
      return [name, (kind === undefined ? undefined : kinds[kind]?.(value)) ?? value];
    });
    return formatMessage(wording, Object.fromEntries(filled), i18n.tag);
  }
  return undefined;
};

function compile([english, wording]: Sentence): Pattern {
  const values: Pattern['values'] = [];
  const source = english
    .split(/(\{\w+(?::\w+)?\})/)
    .map((part) => {
      const [, name, kind] = /^\{(\w+)(?::(\w+))?\}$/.exec(part) ?? [];
      if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      values.push({ name, kind });
      return '([^]*?)';
    })
    .join('');
  return { shape: new RegExp(`^${source}$`), values, wording };
}
