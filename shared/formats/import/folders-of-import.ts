import { fileProblem } from '../../tool/problem/problem.ts';
import type { Problem } from '../../tool/problem/problem.ts';
import type { Folder } from '../../tool/folder.ts';
import { entriesOf } from '../../protocol/mcp/other-programs.ts';
import { SERVER_FILE } from '../../protocol/mcp/server-folder.ts';
import { formats } from '../formats.ts';
import { moduleFiles } from '../script-module/module-files.ts';
import type { ModuleFiles } from '../script-module/module-files.ts';

interface ImportedFolders {
  /** Tool folders by name. */
  folders: Map<string, Folder>;
  /** Folders that are MCP servers (`mcp.json`), by wanted name. */
  servers: Map<string, Folder>;
  problems: Problem[];
}

/** Files that file managers add. */
const litter = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;

/** The lowest certainty: below it a format only guesses, and an unrelated file would become a tool. */
const SURE = 0.3;
const isTool = (files: Folder) =>
  [...formats.values()].some((format) => format.detect(files) > SURE);

/**
 * Sorts imported files into tool folders: the files may be one tool, one folder, or several folders at any
 * depth. `name` is the name for files at the root; by default, the tool's id.
 */
export function foldersOfImport(files: Folder, name?: string): ImportedFolders {
  const found: ImportedFolders = { folders: new Map(), servers: new Map(), problems: [] };
  const kept = Object.fromEntries(Object.entries(files).filter(([path]) => !litter.test(path)));
  collect(kept, '', name, found);
  if (found.folders.size + found.servers.size === 0) {
    const entry = name ?? 'import';
    const message =
      'The import has no tool; a tool folder needs a definition.json and an execution.py or execution.sh';
    found.problems = [fileProblem('error', 'import-no-tool', entry, message, { entry })];
  }
  return found;
}

function collect(
  files: Folder,
  prefix: string,
  name: string | undefined,
  found: ImportedFolders,
): void {
  const server = serverIn(files);
  if (server !== undefined) {
    keep(name ?? server, files, prefix, found.servers, found);
    return;
  }
  const modules = splitModules(name, files);
  if (modules) {
    for (const [id, own] of modules.folders) keep(id, own, prefix, found.folders, found);
    for (const path of modules.strays) stray(`${prefix}${path}`, found);
    return;
  }
  if (isTool(files)) {
    keep(name ?? ownName(files), files, prefix, found.folders, found);
    return;
  }
  const children = new Map<string, Folder>();
  for (const [path, content] of Object.entries(files)) {
    const slash = path.indexOf('/');
    if (slash < 0) {
      stray(`${prefix}${path}`, found);
      continue;
    }
    const child = path.slice(0, slash);
    const inside = children.get(child) ?? {};
    inside[path.slice(slash + 1)] = content;
    children.set(child, inside);
  }
  for (const [child, inside] of children) collect(inside, `${prefix}${child}/`, child, found);
}

/** Returns the name of the server in a folder's `mcp.json`, or undefined if the folder is no server. */
function serverIn(files: Folder): string | undefined {
  const text = files[SERVER_FILE];
  const read = typeof text === 'string' ? entriesOf(text) : undefined;
  return read?.ok === true ? (read.entries[0]?.[0] ?? 'server') : undefined;
}

function keep(
  id: string,
  files: Folder,
  prefix: string,
  into: Map<string, Folder>,
  found: ImportedFolders,
): void {
  if (!into.has(id)) {
    into.set(id, files);
    return;
  }
  const message = `"${prefix}" is a second folder named "${id}"; rename one and import again`;
  found.problems.push(
    fileProblem('error', 'import-same-folder', prefix, message, { entry: prefix }),
  );
}

function stray(path: string, found: ImportedFolders): void {
  const message = `"${path}" is not in a tool folder and is left out`;
  found.problems.push(fileProblem('info', 'import-stray-file', path, message, { entry: path }));
}

function ownName(files: Folder): string {
  // A script has the name of its file before it is read.
  const [script] = Object.hasOwn(files, 'definition.json') ? [] : moduleFiles(files);
  if (script) return script.name;
  for (const format of formats.values()) {
    if (format.detect(files) <= SURE) continue;
    const [tool] = format.read('tool', files).toolset.tools;
    if (tool) return tool.definition.name;
  }
  return 'tool';
}

/** Scripts from one folder, each with its own files. */
interface SplitModules {
  folders: [name: string, files: Folder][];
  /** Paths that belong to no script. */
  strays: string[];
}

/**
 * Splits a flat folder of scripts into one folder per script, with the cache and the samples of the same
 * name. Returns undefined if the folder is about one script, or if it has no scripts. Source: seed 000, whose
 * tools share one folder.
 */
function splitModules(folderName: string | undefined, files: Folder): SplitModules | undefined {
  if (Object.hasOwn(files, 'definition.json')) return undefined;
  const modules = moduleFiles(files);
  if (modules.length < 2 || modules.some(({ name }) => name === folderName)) return undefined;
  if (modules.some((module) => loadsOthers(module, files))) return undefined;
  const taken = new Set<string>();
  const folders = modules.map(({ name, script, cache }): [string, Folder] => {
    const own = [script, cache, `${name}.samples.json`].filter((path) =>
      Object.hasOwn(files, path),
    );
    for (const path of own) taken.add(path);
    return [name, Object.fromEntries(own.map((path) => [path, files[path] ?? '']))];
  });
  return { folders, strays: Object.keys(files).filter((path) => !taken.has(path)) };
}

/** Whether a module imports the files beside it, so that it would break without them. */
function loadsOthers({ name, script, language }: ModuleFiles, files: Folder): boolean {
  if (!language.readsFolder) return false;
  const source = files[script];
  return name === 'index' || (typeof source === 'string' && /['"]\.\.?\//.test(source));
}
