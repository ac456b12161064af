import { ToolList } from '../../../shared/protocol/tools.ts';
import { placeOf, type Registered } from '../../../shared/registry/registry-view.ts';
import type { Sources } from '../../sources/sources.ts';
import type { RunnerUnit } from '../../sources/unit.ts';

const customLabel = '自定义工具';

export const modeOf = (query: URLSearchParams): 'plan' | undefined =>
  query.get('mode') === 'plan' ? 'plan' : undefined;

interface Listed {
  unit: RunnerUnit;
  shown: Registered<RunnerUnit>[];
}

export const nothing = (workspace: string): ToolList => ({
  ...{ workspace, tools: [], total: 0, totalTools: 0, trash: [], categories: categoriesOf([]) },
});

/**
 * Returns the units with the tools that match a query; units without tools only if the query has no condition on
 * tools.
 */
export function unitsOf({ registry }: Sources, query: URLSearchParams): Listed[] {
  const given = (name: string) => query.get(name) ?? undefined;
  const wanted = given('ids')?.split(',');
  const ids = wanted && new Set(wanted);
  const asked = { q: given('q'), category: given('category'), tag: given('tag') };
  const words = (asked.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const source = given('source');
  const shown = new Map<RunnerUnit, Registered<RunnerUnit>[]>();
  for (const one of registry.find({ ...asked, source, mode: modeOf(query) }))
    if (!shown.get(one.unit)?.push(one)) shown.set(one.unit, [one]);
  const isPlain = modeOf(query) === undefined && asked.tag === undefined;
  return registry.units().flatMap((unit) => {
    if (ids && !ids.has(unit.id)) return [];
    const tools = shown.get(unit);
    if (tools) return [{ unit, shown: tools }];
    // A folder without tools is searched by its name.
    const isEmpty = unit.tools.length === 0 && isPlain && (source ?? unit.source) === unit.source;
    const isNamed = words.every((word) => unit.id.toLowerCase().includes(word));
    const isThere = asked.category === undefined || unit.facts.category === asked.category;
    return isEmpty && isNamed && isThere ? [{ unit, shown: [] }] : [];
  });
}

/**
 * Returns the units after a cursor, which is the sort key of the last one before them: others may appear and
 * disappear.
 */
export function pageOf(
  all: readonly Listed[],
  cursor: string | null,
  limit: number,
): { page: readonly Listed[]; next: string | undefined } {
  const at = cursor === null ? -1 : all.findIndex(({ unit }) => placeOf(unit) === cursor);
  const isGone = cursor !== null && at < 0;
  const behind = isGone ? all.findIndex(({ unit }) => placeOf(unit) > cursor) : at + 1;
  const first = behind < 0 ? all.length : behind;
  const page = all.slice(first, first + limit);
  const last = page.at(-1);
  return { page, next: last && first + limit < all.length ? placeOf(last.unit) : undefined };
}

/** Returns the categories of a list. `custom` always exists. Source: seed 001, section 3.2. */
export function categoriesOf(listed: readonly Listed[]): NonNullable<ToolList['categories']> {
  const byId = new Map<string, string[]>([['custom', []]]);
  for (const { unit } of listed)
    byId.set(unit.facts.category, [...(byId.get(unit.facts.category) ?? []), unit.id]);
  return [...byId].map(([id, tools]) => ({ id, label: id === 'custom' ? customLabel : id, tools }));
}

export function tagsOf(listed: readonly Listed[]): NonNullable<ToolList['tags']> {
  const counts = new Map<string, number>();
  for (const { shown } of listed)
    for (const { tool } of shown)
      for (const tag of tool.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count);
}
