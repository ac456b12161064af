import { readFolder } from '../shared/formats/read-folder.ts';
import type { FolderRead } from '../shared/formats/read-folder.ts';
import type { ToolSummary } from '../shared/protocol/tools.ts';
import type { Problem } from '../shared/tool/problem.ts';
import type { Settings } from './store/settings.ts';
import type { StoredFolder, ToolStore } from './store/tool-store.ts';

export interface LibraryEntry {
  folder: StoredFolder;
  read: FolderRead;
  summary: ToolSummary;
}

const customLabel = '自定义工具';

/** The workspace's folders with what they declare. A folder is read again only when it has changed. */
export class Library {
  #tools: ToolStore;
  #settings: Settings;
  #known = new Map<string, { etag: string; read: FolderRead }>();

  constructor(tools: ToolStore, settings: Settings) {
    this.#tools = tools;
    this.#settings = settings;
  }

  async entries(): Promise<LibraryEntry[]> {
    return (await this.#tools.list()).map((folder) => this.#entry(folder));
  }

  async entry(id: string): Promise<LibraryEntry | undefined> {
    const folder = await this.#tools.read(id);
    return folder && this.#entry(folder);
  }

  #entry(folder: StoredFolder): LibraryEntry {
    const known = this.#known.get(folder.id);
    const read = known?.etag === folder.etag ? known.read : readSafely(folder);
    this.#known.set(folder.id, { etag: folder.etag, read });
    const [first] = read.toolset.tools;
    const language = first?.code.language;
    const summary: ToolSummary = {
      id: folder.id,
      format: read.format,
      ...(language === undefined ? {} : { language }),
      category: first?.definition.category ?? 'custom',
      enabled: this.#settings.isEnabled(folder.id),
      etag: folder.etag,
      modifiedAt: folder.modifiedAt,
      tools: read.toolset.tools.map((tool) => tool.definition),
      problems: [...folder.problems, ...read.problems],
    };
    return { folder, read, summary };
  }
}

/** A reader that breaks on one folder must not hide the others. */
function readSafely(folder: StoredFolder): FolderRead {
  try {
    return readFolder(folder.id, folder.files);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem: Problem = {
      severity: 'error',
      code: 'unreadable-folder',
      message: `"${folder.id}" could not be read: ${reason}`,
      values: { folder: folder.id },
      file: 'definition.json',
      line: 1,
      column: 1,
    };
    const toolset = { format: 'unknown', group: { name: folder.id }, tools: [] };
    return { toolset, problems: [problem], samples: [], format: 'unknown' };
  }
}

/** The categories of a list. `custom` is always there. Source: seed 001, section 3.2. */
export function categoriesOf(
  summaries: ToolSummary[],
): { id: string; label: string; tools: string[] }[] {
  const byId = new Map<string, string[]>([['custom', []]]);
  for (const { id, category } of summaries) {
    byId.set(category, [...(byId.get(category) ?? []), id]);
  }
  return [...byId].map(([id, tools]) => ({ id, label: id === 'custom' ? customLabel : id, tools }));
}
