import { builtinId } from '../../../shared/protocol/builtin-id.ts';
import { foundId } from '../../../shared/protocol/found-id.ts';
import { serverId } from '../../../shared/protocol/mcp/server-id.ts';
import type { ToolSummary } from '../../../shared/protocol/tools.ts';
import type { Workspace } from '../../state/workspace.svelte.ts';

/** The group of the tools that Lathe brings along; no folder's category holds a colon at its end. */
export const builtinCategory = 'builtin:';
/** The group of what lies outside of the workspace. */
export const foundCategory = 'found:';
/** The group of MCP servers. */
export const serverCategory = 'mcp:';

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
  /** What a search looks through: a text for each tool, in lower case. */
  texts: readonly string[];
  /** On disk and switched on. */
  enabled: boolean;
  tools: number;
  /** How many of them their author switched off. */
  offByAuthor: number;
  errors: number;
}

export interface LibraryGroup {
  category: string;
  entries: LibraryEntry[];
}

/** A folder of the workspace as a row of the library; `extension` gives that of a language. */
export const libraryEntry = (
  summary: ToolSummary,
  extension: (language: string) => string | undefined,
): LibraryEntry => {
  const [first] = summary.tools;
  const { found } = summary;
  const server = serverId.nameIn(summary.id);
  const name = builtinId.nameIn(summary.id) ?? foundId.nameIn(summary.id) ?? server;
  const outside = server === undefined ? builtinCategory : serverCategory;
  const category = found ? foundCategory : outside;
  return {
    id: summary.id,
    name,
    category: name === undefined ? summary.category : category,
    path: found?.path,
    badge:
      (summary.language && extension(summary.language)) ??
      (server ? 'MCP' : name && first?.kind) ??
      '',
    icon: first?.icon,
    description: first?.description ?? '',
    displayName: summary.tools.length === 1 ? first?.displayName : undefined,
    texts: searchTexts(summary),
    enabled: summary.enabled,
    tools: summary.tools.length,
    offByAuthor: summary.offByAuthor?.length ?? 0,
    errors: summary.problems.filter(({ severity }) => severity === 'error').length,
  };
};

/** What the registry's own search looks through, so that both find the same. A unit without tools has its name. */
const searchTexts = ({ id, category, tools }: ToolSummary): string[] =>
  tools.length === 0
    ? [`${id}\n${category}`.toLowerCase()]
    : tools.map(({ name, displayName = '', description, tags = [], ...tool }) =>
        [name, displayName, description, tool.category ?? category, ...tags, id]
          .join('\n')
          .toLowerCase(),
      );

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
        texts: [`${id}\ncustom`.toLowerCase()],
        enabled: true,
        tools: 1,
        offByAuthor: 0,
        errors: 0,
      };
    });

/** The rows that match every word of the query, by category; `custom` first, those of others last, the rest by name. */
export const groupTools = (entries: readonly LibraryEntry[], query: string): LibraryGroup[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, LibraryEntry[]>();
  for (const entry of entries) {
    if (!entry.texts.some((text) => words.every((word) => text.includes(word)))) continue;
    const group = groups.get(entry.category) ?? [];
    groups.set(entry.category, [...group, entry]);
  }
  const last = [serverCategory, foundCategory, builtinCategory];
  const first = (category: string) => (category === 'custom' ? 0 : 2 + last.indexOf(category));
  return [...groups]
    .map(([category, found]) => ({
      category,
      entries: found.sort((a, b) => a.id.localeCompare(b.id)),
    }))
    .sort((a, b) => first(a.category) - first(b.category) || a.category.localeCompare(b.category));
};

/** Where the SVG of a tool's icon is served, or undefined for what is no plain file name of an SVG. */
export const iconAddress = (icon: string | undefined): string | undefined =>
  icon !== undefined && /^[\w-][\w.-]*\.svg$/.test(icon) ? `/static/icons/${icon}` : undefined;
