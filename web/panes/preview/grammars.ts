import { languages } from '../../../shared/languages/languages.ts';
import type { Grammar } from '../../languages/language.ts';

const json: Grammar = [
  ['key', /"(?:\\.|[^"\\\n])*"(?=\s*:)/y],
  ['string', /"(?:\\.|[^"\\\n])*"?/y],
  ['number', /-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/y],
  ['word', /\b(?:true|false|null)\b/y],
  [undefined, /\s+/y],
];

/** Of the languages whose folder has one, by its path. */
const files = import.meta.glob<Grammar>('../../languages/*/grammar.ts', {
  import: 'grammar',
  eager: true,
});

/** By a language's id and by the one that an editor knows it by. Others are shown plain. */
export const grammars: ReadonlyMap<string, Grammar> = new Map([
  ['json', json],
  ...Object.entries(files).flatMap(([path, grammar]): [string, Grammar][] => {
    const id = path.split('/').at(-2) ?? '';
    return [id, languages.get(id)?.editor ?? id].map((name) => [name, grammar]);
  }),
]);
