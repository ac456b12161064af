import type { NameConflict } from '../protocol/conflicts.ts';
import type { ToolSource } from '../protocol/tools.ts';
import { type Tool } from './tool.ts';
import type { Definition } from '../tool/definition.ts';

/** What tools come in: a tool folder, a built-in tool, a module found elsewhere, an MCP server. */
export interface Unit {
  /** Its address in lists, paths and settings, such as `calc` or `builtin:Read`. */
  id: string;
  source: ToolSource;
  /** Whose policies count for its tools where they have none of their own. */
  group: string;
  /** Stands for what its tools do: an approval is for one hash. */
  hash: string;
  tools: readonly Tool[];
  /** Where it stands among the units of its source, which are in the order of their ids without it. */
  rank?: number;
}

/** A tool with the unit that it came in. */
export interface Registered<U extends Unit = Unit> {
  unit: U;
  tool: Tool;
  definition: Definition;
}

/** What a list is asked for; what is left out matches everything. */
export interface ToolQuery {
  /** Every word must stand in the name, display name, description, category, a tag, or the unit's id. */
  q?: string | undefined;
  /** Plan mode shows a model only what changes nothing. */
  mode?: 'plan' | undefined;
  source?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  /** Only tools that are switched on. */
  offered?: boolean | undefined;
}

/** Where a unit stands among the others. */
export const placeOf = ({ source, rank = 0, id }: Pick<Unit, 'source' | 'rank' | 'id'>): string =>
  `${order[source]}:${String(rank).padStart(6, '0')}:${id}`;

/** Sources in the order in which their tools keep a name that several have: those trusted most come first. */
const order: Record<ToolSource, number> = { builtin: 0, authored: 1, found: 2, mcp: 3 };

export interface View<U extends Unit> {
  units: U[];
  all: Registered<U>[];
  byName: Map<string, Registered<U>>;
  offered: Registered<U>[];
  planned: Registered<U>[];
  conflicts: NameConflict[];
}

/** A name that a second tool has, so far without the second one. */
export const doubled = (name: string, kept: NameConflict['kept']): NameConflict => ({
  ...{ name, kept, refused: [], message: `工具 '${name}' 已注册` },
});

const holderOf = ({ unit: { id, source } }: Registered) => ({ id, source });

/** The category that a tool stands under: its own, else that of tools of its source. */
export const categoryOf = ({ tool, unit }: Registered): string =>
  tool.category ?? (unit.source === 'builtin' ? 'builtin' : 'custom');

/** What follows from the units as they are, worked out once for each state of the registry. */
export function viewOf<U extends Unit>(
  given: Iterable<U>,
  isOn: (unit: U, tool: Tool) => boolean,
  definition: (tool: Tool) => Definition,
): View<U> {
  const units = [...given]
    .map((unit) => ({ unit, place: placeOf(unit) }))
    // No two are alike, since ids are not.
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
