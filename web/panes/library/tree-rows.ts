import type { LibraryEntry, LibraryGroup } from './library-entries.ts';

/** A row of the library's tree, its level counted from 1. Rows of tools have an `entry`, of functions a `function`, too. */
export interface TreeRow {
  key: string;
  level: number;
  /** Whether it stands open; undefined for what holds nothing. */
  isOpen?: boolean | undefined;
  /** Its place among those beside it, from 1, and how many they are. */
  place: number;
  of: number;
  /** The category, where the row is one, with how much it holds. */
  category?: string;
  count?: number;
  entry?: LibraryEntry;
  function?: string;
  /** Where a search met the name: indices of its letters. */
  marks?: readonly number[];
  /** What a search met, where that was not the name. */
  met?: string;
}

/** What stands open, and what the editor knows of the open folder. */
export interface Openness {
  closedCategories: readonly string[];
  openModules: readonly string[];
  /** The functions of the folder that is open, as they were last read. */
  live?: { id: string; functions: readonly string[] } | undefined;
}

export const functionsOf = ({ id, functions }: LibraryEntry, { live }: Openness) =>
  live?.id === id ? live.functions : functions;

/** The rows of a tool: its own and, where it is a module that stands open, those of its functions. */
export const rowsOfEntry = (
  entry: LibraryEntry,
  where: Pick<TreeRow, 'level' | 'place' | 'of'>,
  openness: Openness,
): TreeRow[] => {
  const functions = functionsOf(entry, openness);
  const isOpen = functions.length > 0 ? openness.openModules.includes(entry.id) : undefined;
  const own = { key: entry.id, ...where, isOpen, entry };
  if (!isOpen) return [own];
  const of = functions.length;
  return [
    own,
    ...functions.map((name, at) =>
      functionRow(entry, name, { level: where.level + 1, place: at + 1, of }),
    ),
  ];
};

export const functionRow = (
  entry: LibraryEntry,
  name: string,
  at: Pick<TreeRow, 'level' | 'place' | 'of'>,
): TreeRow => ({ key: `${entry.id}/${name}`, ...at, entry, function: name });

/** Every row that can be seen, in order. */
export const treeRows = (groups: readonly LibraryGroup[], openness: Openness): TreeRow[] =>
  groups.flatMap(({ category, entries }, at): TreeRow[] => {
    const isOpen = !openness.closedCategories.includes(category);
    const place = { level: 1, place: at + 1, of: groups.length };
    const own = { key: `${category}/`, category, isOpen, count: entries.length, ...place };
    if (!isOpen) return [own];
    const of = entries.length;
    return [
      own,
      ...entries.flatMap((entry, at) =>
        rowsOfEntry(entry, { level: 2, place: at + 1, of }, openness),
      ),
    ];
  });
