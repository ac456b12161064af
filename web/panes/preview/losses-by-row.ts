import type { Loss } from '../../../shared/tool/format.ts';
import type { TreeRow } from './tree-rows.ts';

/**
 * Each loss under the pointer of the row it belongs to: the deepest one that its path leads through.
 * Paths start at the definition, rows at its parameters. '' holds what belongs to no row.
 */
export function lossesByRow(
  rows: readonly TreeRow[],
  losses: readonly Loss[],
): ReadonlyMap<string, Loss[]> {
  const pointers = new Set(rows.map((row) => row.pointer));
  const found = new Map<string, Loss[]>();
  for (const loss of losses) {
    let at = loss.path.replace(/^\/parameters(?=\/|$)/, '');
    while (at !== '' && !pointers.has(at)) at = at.slice(0, at.lastIndexOf('/'));
    found.set(at, [...(found.get(at) ?? []), loss]);
  }
  return found;
}
