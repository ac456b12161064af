import type { FolderRead } from '../../shared/formats/read-unchecked.ts';
import type { ToolSummary } from '../../shared/protocol/tools.ts';
import type { Unit } from '../../shared/registry/registry-view.ts';
import { definitionOf, type Tool } from '../../shared/registry/tool.ts';
import type { ToolFolder } from '../../shared/protocol/tools.ts';

/** What every unit says of itself in a list, beside its tools and whether it is on. */
type Facts = Omit<
  ToolSummary,
  'source' | 'id' | 'group' | 'enabled' | 'etag' | 'tools' | 'offByAuthor'
>;

/** A unit of the runner: with its files, and what its author wrote in them. */
export interface RunnerUnit extends Unit {
  facts: Facts;
  folder: ToolFolder;
  /** What stands in the files; absent for tools that Lathe brings along. */
  read?: FolderRead;
  /** The group that a person switches as a whole, where its tools are such a one. */
  switchedAs?: string;
  /** Names of its tools that others have, so that they are no tools of its. */
  taken?: readonly string[];
}

/** A unit as lists show it, with the tools that are asked for. */
export const summaryOf = (
  { id, source, group, facts, folder, tools }: RunnerUnit,
  enabled: boolean,
  shown: readonly Tool[] = tools,
): ToolSummary => ({
  ...{ id, source, group, enabled, etag: folder.etag },
  ...facts,
  tools: shown.map((tool) => definitionOf(tool)),
});

/** How a source is brought up to date. */
export interface Asked {
  /** Units that take longer, in milliseconds, are put there without their tools, and told of later. */
  patienceMs?: number | undefined;
  /** Only these, looked at anew. */
  ids?: readonly string[];
  /** Somebody wants to see all of them. */
  isList?: boolean;
}

/** What makes and follows the units of one origin. */
export interface Source {
  /** Brings the registry up to date with it. */
  fresh(asked?: Asked): Promise<void>;
}
