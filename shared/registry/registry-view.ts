import type { NameConflict } from '../protocol/conflicts.ts';
import type { ToolSource } from '../protocol/tools.ts';
import { type Tool } from './tool.ts';
import type { Definition } from '../tool/definition.ts';

/** The unit of registration: a tool folder, a built-in tool, an external module or an MCP server. */
export interface Unit {
  /** Its id in lists, paths and settings, such as `calc` or `builtin:Read`. */
  id: string;
  source: ToolSource;
  /** The group whose policies apply to tools without their own. */
  group: string;
  /** A hash of what its tools do. An approval covers one hash. */
  hash: string;
  tools: readonly Tool[];
  /** Its position among the units of its source; by default they are in the order of their ids. */
  rank?: number;
}

/** A tool with its unit. */
export interface Registered<U extends Unit = Unit> {
  unit: U;
  tool: Tool;
  definition: Definition;
}

/** The filter of a list; an absent field matches everything. */
export interface ToolQuery {
  /** Every word must occur in the name, display name, description, category, a tag or the unit's id. */
  q?: string | undefined;
  /** Plan mode: only read-only tools. */
  mode?: 'plan' | undefined;
  source?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  /** Only tools that are turned on. */
  offered?: boolean | undefined;
}

/** The sort key of a unit. */
export const placeOf = ({ source, rank = 0, id }: Pick<Unit, 'source' | 'rank' | 'id'>): string =>
  `${order[source]}:${String(rank).padStart(6, '0')}:${id}`;

/** The order of sources in which tools get a contested name: the most trusted source first. */
const order: Record<ToolSource, number> = { builtin: 0, authored: 1, external: 2, mcp: 3 };

export interface View<U extends Unit> {
  units: U[];
  all: Registered<U>[];
  byName: Map<string, Registered<U>>;
  offered: Registered<U>[];
  planned: Registered<U>[];
  conflicts: NameConflict[];
}

/** A contested name, before its second tool is added. */
export const doubled = (name: string, kept: NameConflict['kept']): NameConflict => ({
  ...{ name, kept, refused: [], message: `工具 '${name}' 已注册` },
});

const holderOf = ({ unit: { id, source } }: Registered) => ({ id, source });

/** The category of a tool: its own, else that of its source. */
export const categoryOf = ({ tool, unit }: Registered): string =>
  tool.category ?? (unit.source === 'builtin' ? 'builtin' : 'custom');

/** Everything that derives from the current units, computed once per state of the registry. */
export function viewOf<U extends Unit>(
  given: Iterable<U>,
  isOn: (unit: U, tool: Tool) => boolean,
  definition: (tool: Tool) => Definition,
): View<U> {
  const units = [...given]
    .map((unit) => ({ unit, place: placeOf(unit) }))
    // Ids are unique, so no two places are equal.
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ unit }) => unit);
  const all = units.flatMap((unit) =>
    unit.tools.map((tool) => ({ unit, tool, definition: definition(tool) })),
  );
  const byName = new Map<string, Registered<U>>();
  const conflicts = new Map<string, NameConflict>();
  for (const one of all) {
    const { name } = one.tool;
    if (one.definition.unlisted === true || !isOn(one.unit, one.tool)) continue;
    const holder = byName.get(name);
    if (holder === undefined) byName.set(name, one);
    else {
      const known = conflicts.get(name) ?? doubled(name, holderOf(holder));
      known.refused.push(holderOf(one));
      conflicts.set(name, known);
    }
  }
  const offered = [...byName.values()];
  return {
    ...{ units, all, byName, offered, conflicts: [...conflicts.values()] },
    planned: offered.filter(({ tool }) => tool.isReadOnly),
  };
}
