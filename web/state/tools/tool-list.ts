import type { ToolSummary } from '../../../shared/protocol/tools.ts';
import { readsOnly } from '../../../shared/tool/definition.ts';

/** Of more units at once the whole list is read. */
export const MOST_NAMED = 50;
const sources: ToolSummary['source'][] = ['builtin', 'authored', 'external', 'mcp'];

/** The order of the runner's list: by source, then by id; what Lathe brings along keeps its own. */
const asListed = (a: ToolSummary, b: ToolSummary): number =>
  sources.indexOf(a.source) - sources.indexOf(b.source) ||
  (a.source === 'builtin' || a.id === b.id ? 0 : a.id < b.id ? -1 : 1);

/** The read-only tools of a unit, as far as they say so themselves: until the registry has answered. */
export const readOnlyOf = (unit: ToolSummary): ToolSummary[] => {
  const tools = unit.tools.filter(readsOnly);
  return tools.length > 0 ? [{ ...unit, tools }] : [];
};

/** The list with other states of some units. */
export const replaced = (
  all: readonly ToolSummary[],
  ids: readonly string[],
  by: readonly ToolSummary[],
): ToolSummary[] => [...all.filter(({ id }) => !ids.includes(id)), ...by].sort(asListed);
