import { builtinId } from '../../../shared/protocol/ids/builtin-id.ts';
import { externalId } from '../../../shared/protocol/ids/external-id.ts';
import { serverId } from '../../../shared/protocol/ids/server-id.ts';
import type { ToolSummary } from '../../../shared/protocol/tools.ts';
import type { Workspace } from '../../state/workspace.svelte.ts';

/** The group of the tools that Lathe brings along; no folder's category holds a colon at its end. */
export const builtinCategory = 'builtin:';
/** The group of what lies outside of the workspace. */
export const externalCategory = 'external:';
/** The group of MCP servers. */
export const serverCategory = 'mcp:';

/** What a search knows of a tool. */
export interface SearchedTool {
  name: string;
  displayName: string;
  description: string;
  tags: readonly string[];
  category: string;
}

export interface LibraryEntry {
  id: string;
  /** What it is called, where that is not its id. */
  name?: string;
  /** Where it lies, if that is outside of the workspace. */
  path?: string;
  category: string;
  /** A file name extension, such as `py`. */
  badge: string;
  icon?: string;
  description: string;
  /** What a person calls its only tool, where that is another name. */
  displayName?: string;
  /** What a search looks through, for each tool. */
  tools: readonly SearchedTool[];
  /** The names of its functions; none where it is one tool of its own name. */
  functions: readonly string[];
  tags: readonly string[];
  /** On disk and switched on. */
  enabled: boolean;
  /** How many of them their author switched off. */
  offByAuthor: number;
  errors: number;
}

/** Which tools the library is to show. */
export interface LibraryFilter {
  /** A tool has all of them. */
  tags: readonly string[];
  /** Only what was opened lately. */
  isRecent: boolean;
}

export const meets = (
  { id, tags }: LibraryEntry,
  filter: LibraryFilter,
  recent: readonly string[],
): boolean =>
  filter.tags.every((tag) => tags.includes(tag)) && (!filter.isRecent || recent.includes(id));

export interface LibraryGroup {
  category: string;
  entries: LibraryEntry[];
}

/** What a unit outside of the workspace's folders is called. */
export const nameOf = (id: string) =>
  builtinId.nameIn(id) ?? externalId.nameIn(id) ?? serverId.nameIn(id);

/** The functions that a unit shows: none where its only one has the name of the unit. */
export const functionsShown = (id: string, names: readonly string[]): readonly string[] => {
  const own = (nameOf(id) ?? id).replace(/(?<=.)\.[^.]*$/, '');
  // Rows are told apart by their names.
  return names.length === 1 && names[0] === own ? [] : [...new Set(names)];
};

/** A folder of the workspace as a row of the library; `extension` gives that of a language. */
export const libraryEntry = (
  summary: ToolSummary,
  extension: (language: string) => string | undefined,
): LibraryEntry => {
  const [first] = summary.tools;
  const { external } = summary;
  const server = serverId.nameIn(summary.id);
  const name = nameOf(summary.id);
  const outside = server === undefined ? builtinCategory : serverCategory;
  const category = external ? externalCategory : outside;
  return {
    id: summary.id,
    name,
    category: name === undefined ? summary.category : category,
    path: external?.path,
    badge:
      (summary.language && extension(summary.language)) ??
      (server ? 'MCP' : name && first?.kind) ??
      '',
    icon: first?.icon,
    description: first?.description ?? '',
    displayName: summary.tools.length === 1 ? first?.displayName : undefined,
    tools: searched(summary),
    functions: functionsShown(
      summary.id,
      summary.tools.map((tool) => tool.name),
    ),
    tags: [...new Set(summary.tools.flatMap(({ tags = [] }) => tags))],
    enabled: summary.enabled,
    offByAuthor: summary.offByAuthor?.length ?? 0,
    errors: summary.problems.filter(({ severity }) => severity === 'error').length,
  };
};

/** What the registry's own search looks through, so that both find the same. */
const searched = ({ category, tools }: ToolSummary): SearchedTool[] =>
  tools.map(({ name, displayName = '', description, tags = [], ...tool }) => ({
    ...{ name, displayName, description, tags, category: tool.category ?? category },
  }));

/** Rows of folders that exist only as drafts of this browser; in plan mode, too, for nothing else leads to them. */
export const draftEntries = (workspace: Workspace): LibraryEntry[] =>
  workspace.unsaved
    .filter(({ id }) => workspace.summary(id) === undefined)
    .map(({ id, files }) => {
      const code = Object.keys(files).find((path) => path.startsWith('execution.'));
      return {
        id,
        category: 'custom',
        badge: code?.split('.').pop() ?? '',
        description: '',
        ...{ tools: [], functions: [], tags: [] },
        enabled: true,
        offByAuthor: 0,
        errors: 0,
      };
    });

/** By category; `custom` first, those of others last, the rest by name. */
export const groupTools = (entries: readonly LibraryEntry[]): LibraryGroup[] => {
  const groups = new Map<string, LibraryEntry[]>();
  for (const entry of entries)
    if (!groups.get(entry.category)?.push(entry)) groups.set(entry.category, [entry]);
  const last = [serverCategory, externalCategory, builtinCategory];
  const first = (category: string) => (category === 'custom' ? 0 : 2 + last.indexOf(category));
  return [...groups]
    .map(([category, found]) => ({
      category,
      entries: found.sort((a, b) => (a.id < b.id ? -1 : 1)),
    }))
    .sort((a, b) => first(a.category) - first(b.category) || a.category.localeCompare(b.category));
};

/** Where the SVG of a tool's icon is served, or undefined for what is no plain file name of an SVG. */
export const iconAddress = (icon: string | undefined): string | undefined =>
  icon !== undefined && /^[\w-][\w.-]*\.svg$/.test(icon) ? `/static/icons/${icon}` : undefined;
