import type { Folder } from '../tool/folder.ts';
import type { Problem } from '../tool/problem.ts';
import { formats } from './formats.ts';

export interface ImportedFolders {
  /** Tool folders by name. */
  folders: Map<string, Folder>;
  problems: Problem[];
}

const report = (
  severity: 'error' | 'info',
  code: string,
  file: string,
  message: string,
): Problem => ({
  severity,
  code,
  message,
  values: { entry: file },
  file,
  line: 1,
  column: 1,
});

/** What file managers add beside the author's files. */
const litter = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;

/** Below this a format only guesses, so that an odd file would pass for a tool. */
const SURE = 0.3;
const isTool = (files: Folder) =>
  [...formats.values()].some((format) => format.detect(files) > SURE);

/**
 * Sorts imported files into tool folders: they may be one tool's files, one folder, or several at any
 * depth. `name` is for files that lie at the root; without it the tool's own id is taken.
 */
export function foldersOfImport(files: Folder, name?: string): ImportedFolders {
  const found: ImportedFolders = { folders: new Map(), problems: [] };
  const kept = Object.fromEntries(Object.entries(files).filter(([path]) => !litter.test(path)));
  collect(kept, '', name, found);
  if (found.folders.size === 0) {
    const message =
      'No tool in the import; a tool folder has a definition.json and an execution.py or execution.sh';
    found.problems = [report('error', 'import-no-tool', name ?? 'import', message)];
  }
  return found;
}

function collect(
  files: Folder,
  prefix: string,
  name: string | undefined,
  found: ImportedFolders,
): void {
  if (isTool(files)) {
    const id = name ?? ownName(files);
    if (found.folders.has(id)) {
      const message = `"${prefix}" is a second folder named "${id}"; rename one and import again`;
      found.problems.push(report('error', 'import-same-folder', prefix, message));
    } else {
      found.folders.set(id, files);
    }
    return;
  }
  const children = new Map<string, Folder>();
  for (const [path, content] of Object.entries(files)) {
    const slash = path.indexOf('/');
    if (slash < 0) {
      const message = `"${prefix}${path}" belongs to no tool folder and is left out`;
      found.problems.push(report('info', 'import-stray-file', `${prefix}${path}`, message));
      continue;
    }
    const child = path.slice(0, slash);
    const inside = children.get(child) ?? {};
    inside[path.slice(slash + 1)] = content;
    children.set(child, inside);
  }
  for (const [child, inside] of children) collect(inside, `${prefix}${child}/`, child, found);
}

function ownName(files: Folder): string {
  for (const format of formats.values()) {
    if (format.detect(files) <= SURE) continue;
    const [tool] = format.read('tool', files).toolset.tools;
    if (tool) return tool.definition.name;
  }
  return 'tool';
}
