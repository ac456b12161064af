import type { LibraryEntry } from './library-entries.ts';
import { bestFirst, matchOf, type Match } from './match-score.ts';
import { functionRow, functionsOf, rowsOfEntry, type Openness, type TreeRow } from './tree-rows.ts';

/** What a search met of a folder: itself, or functions of it. */
interface Met extends Match {
  functions: { name: string; match: Match }[];
}

/** The rows that a query meets, the best first; of a module that is met by its functions alone only these. */
export const searchRows = (
  entries: readonly LibraryEntry[],
  query: string,
  openness: Openness,
): TreeRow[] => {
  const found = bestFirst(entries, (entry) => metOf(entry, query, openness));
  return found.flatMap(({ one: entry, match }, at): TreeRow[] => {
    const { marks, met, functions } = match;
    const [own, ...more] = rowsOfEntry(
      entry,
      { level: 1, place: at + 1, of: found.length },
      openness,
    );
    if (!own) return [];
    const row = { ...own, marks, ...(met !== undefined && { met }) };
    if (functions.length === 0) return [row, ...more];
    const of = functions.length;
    return [
      { ...row, isOpen: true },
      ...functions.map(({ name, match: { marks, met } }, at) => ({
        ...functionRow(entry, name, { level: 2, place: at + 1, of }),
        ...{ marks, ...(met !== undefined && { met }) },
      })),
    ];
  });
};

const metOf = (entry: LibraryEntry, query: string, openness: Openness): Met | undefined => {
  const { id, name = id, tools, tags } = entry;
  const live = functionsOf(entry, openness);
  const isModule = live.length > 0;
  const [only] = isModule ? [] : tools;
  const own = matchOf(query, {
    name,
    words: [only?.displayName ?? ''].concat(
      isModule ? [] : tags,
      only?.category ?? entry.category,
      only?.name ?? '',
    ),
    sentences: [only?.description ?? ''],
  });
  if (!isModule) return own && { ...own, functions: [] };
  const functions = bestFirst(live, (each) => {
    const tool = tools.find((one) => one.name === each);
    return matchOf(query, {
      name: each,
      words: [tool?.displayName ?? '', ...(tool?.tags ?? []), tool?.category ?? '', name],
      sentences: [tool?.description ?? ''],
    });
  }).map(({ one: name, match }) => ({ name, match }));
  const best = functions[0]?.match.score ?? 0;
  if (own && own.score >= best) return { ...own, functions: [] };
  return functions.length > 0 ? { score: best, marks: [], functions } : undefined;
};
