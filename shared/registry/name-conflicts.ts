import type { NameConflict } from '../protocol/conflicts.ts';

/** A tool's name and who has it. */
export type Named = { name: string } & NameConflict['kept'];

/** The names that several have. The first in the list keeps it, so those that come first are trusted most. */
export function nameConflicts(rows: readonly Named[]): NameConflict[] {
  const byName = new Map<string, NameConflict>();
  for (const { name, id, source } of rows) {
    const known = byName.get(name);
    if (known === undefined) byName.set(name, { name, kept: { id, source }, refused: [] });
    else known.refused.push({ id, source });
  }
  return [...byName.values()].filter(({ refused }) => refused.length > 0);
}
