import type { Folder } from '../../tool/folder.ts';
import { moduleFiles } from './module-files.ts';
import type { ModuleFiles } from './module-files.ts';

/** Scripts that lay side by side, each with what is its own. */
export interface SplitModules {
  folders: [name: string, files: Folder][];
  /** Paths that belong to no script. */
  strays: string[];
}

/**
 * A flat folder of scripts as a folder a script: with its cache and its samples, which bear its name.
 * Undefined where the folder is about one script, or is no folder of scripts. Source: seed 000, whose
 * tools lie side by side in one folder.
 */
export function splitModules(
  folderName: string | undefined,
  files: Folder,
): SplitModules | undefined {
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

/** Whether taking a module away from the files beside it would break it. */
function loadsOthers({ name, script, language }: ModuleFiles, files: Folder): boolean {
  if (!language.readsFolder) return false;
  const source = files[script];
  return name === 'index' || (typeof source === 'string' && /['"]\.\.?\//.test(source));
}
