import type { FolderRead } from '../../shared/formats/read-unchecked.ts';
import type { ToolSummary } from '../../shared/protocol/tools.ts';
import type { Unit } from '../../shared/registry/registry-view.ts';
import { definitionOf, type Tool } from '../../shared/registry/tool.ts';
import type { ToolFolder } from '../../shared/protocol/tools.ts';

/** The facts of a unit in a list, besides its tools and whether it is on. */
type Facts = Omit<
  ToolSummary,
  'source' | 'id' | 'group' | 'enabled' | 'etag' | 'tools' | 'offByAuthor'
>;

/** A unit of the runner, with its files and their parsed content. */
export interface RunnerUnit extends Unit {
  facts: Facts;
  folder: ToolFolder;
  /** The parsed files; absent for built-in tools. */
  read?: FolderRead;
  /** The group that the user turns on or off as a whole, if the tools have one. */
  switchedAs?: string;
  /** Names of its tools that others have, so that the unit does not provide these. */
  taken?: readonly string[];
}

/** Returns a unit as lists show it, with the requested tools. */
export const summaryOf = (
  { id, source, group, facts, folder, tools }: RunnerUnit,
  enabled: boolean,
  shown: readonly Tool[] = tools,
): ToolSummary => ({
  ...{ id, source, group, enabled, etag: folder.etag },
  ...facts,
  tools: shown.map((tool) => definitionOf(tool)),
});

/** How to update a source. */
export interface Asked {
  /**
   * How long to wait for slow units, in milliseconds; later ones are registered without tools and reported when
   * they are ready.
   */
  patienceMs?: number | undefined;
  /** The only units to check, even if they seem unchanged. */
  ids?: readonly string[];
  /** Whether the caller lists all units. */
  isList?: boolean;
}

/** A source creates and updates the units of one origin. */
export interface Source {
  /** Updates the registry. */
  fresh(asked?: Asked): Promise<void>;
}
