import { readFolder } from '../../../shared/formats/read-folder.ts';
import type { FolderRead } from '../../../shared/formats/read-folder.ts';
import { foundId } from '../../../shared/protocol/found-id.ts';
import type { FoundAt } from '../../../shared/protocol/found-modules.ts';
import type { ToolSummary } from '../../../shared/protocol/tools.ts';
import { fileProblem } from '../../../shared/tool/problem.ts';
import type { Problem } from '../../../shared/tool/problem.ts';
import { builtinNames } from '../builtin/builtin-names.ts';
import type { Discovery, ListedModule } from '../found/discovery.ts';
import { paced } from '../../platform/paced.ts';
import type { LoadedFolder, ScriptModules } from '../../store/script-modules.ts';
import type { Settings } from '../../store/settings.ts';
import type { StoredFolder, ToolStore } from '../../store/tool-store.ts';

export interface LibraryEntry {
  folder: StoredFolder;
  read: FolderRead;
  summary: ToolSummary;
}

const customLabel = '自定义工具';

/**
 * The workspace's folders with what they declare, and the modules that were found outside of it. A
 * folder is read again only when it has changed.
 */
export class Library {
  #tools: ToolStore;
  #settings: Settings;
  #modules: ScriptModules;
  #discovery: Discovery | undefined;
  #known = new Map<string, { folder: StoredFolder; read: FolderRead }>();

  constructor(tools: ToolStore, settings: Settings, modules: ScriptModules, discovery?: Discovery) {
    this.#tools = tools;
    this.#modules = modules;
    this.#settings = settings;
    this.#discovery = discovery;
  }

  /**
   * Folders first, by name, then what was found, in its order. Modules that take longer to read than
   * `patienceMs` have no tools yet.
   */
  async entries(patienceMs?: number): Promise<LibraryEntry[]> {
    const authored = await this.#authored(patienceMs);
    const found = await this.#found(authored);
    return [...authored, ...found.flatMap((one) => this.#foundEntry(one) ?? [])];
  }

  async entry(id: string): Promise<LibraryEntry | undefined> {
    if (foundId.nameIn(id) !== undefined) {
      if (!(await this.#discovery?.folder(id))) return undefined;
      return (await this.entries()).find(({ folder }) => folder.id === id);
    }
    const folder = await this.#tools.read(id);
    return folder && this.#entry(await this.#modules.load(folder));
  }

  /** Everything that was found outside of the workspace, what gives no tools included. */
  async found(): Promise<ListedModule[]> {
    return this.#found(await this.#authored());
  }

  async #authored(patienceMs?: number): Promise<LibraryEntry[]> {
    const loaded = await this.#modules.loadAll(await this.#tools.list(), patienceMs);
    const entries: LibraryEntry[] = [];
    for (const one of loaded) entries.push(await paced(() => this.#entry(one)));
    return nameTwins(entries);
  }

  /** What Lathe brings along and what is authored here keep their names. */
  async #found(authored: LibraryEntry[]): Promise<ListedModule[]> {
    const on = authored.filter(({ summary }) => summary.enabled);
    const names = on.flatMap(({ summary }) => summary.tools.map(({ name }) => name));
    const isOff = (id: string) => !this.#settings.isEnabled(id);
    return this.#discovery?.list([...builtinNames, ...names], isOff) ?? [];
  }

  #foundEntry({ at, folder, read, problems }: ListedModule): LibraryEntry | undefined {
    const taken = problems.filter(({ code }) => code === 'name-taken');
    return folder && read && this.#summarized(folder, read, taken, at);
  }

  #entry({ folder, problems, ignored }: LoadedFolder): LibraryEntry {
    const known = this.#known.get(folder.id);
    const kept = known?.folder === folder ? known.read : readSafely(folder);
    this.#known.set(folder.id, { folder, read: kept });
    return this.#summarized(folder, ignored ? withoutTools(kept, ignored) : kept, problems);
  }

  #summarized(
    folder: StoredFolder,
    read: FolderRead,
    unloaded: Problem[],
    found?: FoundAt,
  ): LibraryEntry {
    const group = read.format === 'script-module' ? read.toolset.group.name : undefined;
    const [first] = read.toolset.tools;
    const language = first?.code.language;
    const summary: ToolSummary = {
      id: folder.id,
      format: read.format,
      group: read.toolset.group.name,
      ...(language === undefined ? {} : { language }),
      category: first?.definition.category ?? 'custom',
      enabled: this.#settings.isEnabled(folder.id, group),
      etag: folder.etag,
      modifiedAt: folder.modifiedAt,
      tools: read.toolset.tools.map((tool) => tool.definition),
      problems: [...folder.problems, ...unloaded, ...read.problems],
      ...(found ? { found } : {}),
    };
    return { folder, read, summary };
  }
}

const withoutTools = (read: FolderRead, why: Problem): FolderRead => ({
  ...read,
  toolset: { ...read.toolset, tools: [] },
  problems: [why],
});

/** Two groups of one name are told apart by nothing that a model or a setting could say. */
function nameTwins(entries: LibraryEntry[]): LibraryEntry[] {
  const byGroup = new Map<string, LibraryEntry[]>();
  for (const entry of entries) {
    if (entry.read.format !== 'script-module') continue;
    const { name } = entry.read.toolset.group;
    byGroup.set(name, [...(byGroup.get(name) ?? []), entry]);
  }
  for (const [name, twins] of byGroup) {
    for (const twin of twins.length > 1 ? twins : []) {
      const others = twins.filter((other) => other !== twin).map(({ folder }) => folder.id);
      const message = `The group "${name}" is in "${others.join('", "')}", too; rename one script`;
      const file = twin.read.toolset.tools[0]?.code.file ?? name;
      const values = { name, others: others.join(', ') };
      const problem = fileProblem('warning', 'same-group', file, message, values);
      twin.summary.problems = [...twin.summary.problems, problem];
    }
  }
  return entries;
}

/** A reader that breaks on one folder must not hide the others. */
function readSafely(folder: StoredFolder): FolderRead {
  try {
    return readFolder(folder.id, folder.files);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `"${folder.id}" could not be read: ${reason}`;
    const values = { folder: folder.id };
    const problem = fileProblem('error', 'unreadable-folder', 'definition.json', message, values);
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
