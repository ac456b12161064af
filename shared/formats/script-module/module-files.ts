import { externalId } from '../../protocol/ids/external-id.ts';
import { languages } from '../../languages/languages.ts';
import type { Folder } from '../../tool/folder.ts';
import type { Language } from '../../tool/language.ts';

/** A script and its cache, by path in the folder. */
export interface ModuleFiles {
  /** The script's name without its extension, which is the name of the group. */
  name: string;
  script: string;
  cache: string;
  language: Language;
}

const own = /^(?!_)([^/]+)\.([a-z0-9]+)$/;

const known = new WeakMap<Folder, ModuleFiles[]>();

/**
 * Returns the scripts at the top level of a folder; those of the folder's format are first. A script that
 * begins with `_` is private.
 */
export function moduleFiles(files: Folder): ModuleFiles[] {
  // Every format and loader needs them; a frozen folder does not change, so they are found once.
  if (!Object.isFrozen(files)) return find(files);
  const found = known.get(files) ?? find(files);
  known.set(files, found);
  return found;
}

function find(files: Folder): ModuleFiles[] {
  const found: ModuleFiles[] = [];
  for (const path of Object.keys(files).sort()) {
    const [, name = '', extension] = own.exec(path) ?? [];
    const language = [...languages.values()].find(
      (one) =>
        one.extension === extension || one.moduleExtensions?.includes(extension ?? '') === true,
    );
    if (language?.moduleType === undefined || name === 'execution') continue;
    // Types, tests and settings beside a module that reads its folder are no modules.
    if (language.readsFolder && /\.(d|test|spec|config)$/.test(name)) continue;
    found.push({ name, script: path, cache: `${name}.tool.json`, language });
  }
  return found;
}

/** Returns the main script of a folder: the one with its name, else one with a cache, else the first. */
export function mainModule(folderName: string, files: Folder): ModuleFiles | undefined {
  const main = mainScript(folderName, files);
  return main && ofItsType(main, files);
}

/** Returns the type of a cache, even if the rest of the cache is invalid. */
export const typeIn = (cache: string): string | undefined =>
  /"type"\s*:\s*"(\w+Module)"/.exec(cache)?.[1];

/**
 * If two scripts have the same name and thus the same cache, returns the one of the cache's type. Source:
 * seed 000.
 */
function ofItsType(main: ModuleFiles, files: Folder): ModuleFiles {
  const text = files[main.cache];
  const twins = moduleFiles(files).filter(({ cache }) => cache === main.cache);
  if (twins.length < 2 || typeof text !== 'string') return main;
  const type = typeIn(text);
  return twins.find(({ language }) => language.moduleType === type) ?? main;
}

function mainScript(folderName: string, files: Folder): ModuleFiles | undefined {
  const found = moduleFiles(files);
  // A module that was found alone is named by its file, whatever lies beside it.
  const alone = found.find(({ script }) => script === externalId.nameIn(folderName));
  if (alone) return alone;
  const index = found.find(({ name, language }) => name === 'index' && language.readsFolder);
  return (
    found.find(({ name }) => name === folderName) ??
    // The folder's own module is called after the folder.
    (index && { ...index, name: externalId.nameIn(folderName) ?? folderName }) ??
    found.find(({ cache }) => Object.hasOwn(files, cache)) ??
    found[0]
  );
}

/** Whether a path is a cache that Lathe makes for a script of the same folder. */
export function isModuleCache(path: string, files: Folder): boolean {
  return moduleFiles(files).some(({ cache }) => cache === path);
}
