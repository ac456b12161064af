import type { Folder } from '../tool/folder.ts';
import type { Format } from '../tool/format.ts';
import { fileProblem } from '../tool/problem/problem.ts';
import type { Problem } from '../tool/problem/problem.ts';
import type { Toolset } from '../tool/toolset.ts';
import { languages } from '../languages/languages.ts';
import { notUtf8 } from './read-json-file.ts';
import { cachedToolset } from './script-module/cached-toolset.ts';
import { moduleData } from './script-module/module-data.ts';
import { mainModule, moduleFiles, typeIn } from './script-module/module-files.ts';
import type { ModuleFiles } from './script-module/module-files.ts';
import { ModuleCache } from './script-module/module-cache.ts';
import { readCache } from './script-module/read-cache.ts';
import { ignoredBy, offerIgnore } from './script-module/sync-ignore.ts';

const cacheName = /^[^/]+\.tool\.json$/;

/**
 * A script whose functions are tools, and the cache of their declarations. Reading is synchronous: tools come
 * from the cache, and `freshen` makes the cache if an interpreter is available. Source: seed 000.
 */
export const scriptModule: Format = {
  id: 'script-module',
  label: 'Script module',
  detect(files) {
    const modules = moduleFiles(files).filter(isScript);
    const isOther = Object.keys(files).some((path) => /^(definition\.json|execution\.)/.test(path));
    if (modules.some(({ cache }) => Object.hasOwn(files, cache))) return isOther ? 0.4 : 0.9;
    if (modules.length > 0) return isOther ? 0.2 : 0.6;
    return Object.keys(files).some((path) => cacheName.test(path)) ? 0.45 : 0;
  },
  read,
};

function read(name: string, files: Folder): { toolset: Toolset; problems: Problem[] } {
  const module = mainModule(name, files);
  if (!module) {
    const cache = Object.keys(files).find((path) => cacheName.test(path)) ?? '';
    const message = `"${cache}" has no script next to it; add ${scriptsOf(cache, files[cache])}`;
    return {
      toolset: empty(name),
      problems: [fileProblem('error', 'missing-script', cache, message)],
    };
  }
  const ignored = ignoredBy(files['.syncignore'], '.syncignore', [module.script]);
  if (ignored) return { toolset: empty(module.name), problems: [ignored] };
  const problems = [...others(module, files), ...offerIgnore(files['.syncignore'])];
  const source = files[module.script];
  if (typeof source !== 'string') {
    return { toolset: empty(module.name), problems: [notUtf8(module.script, 'error')] };
  }
  const cache = module.language.readModule
    ? readNow(module, files, source)
    : readKept(module, files, problems);
  if (cache === undefined) return { toolset: empty(module.name), problems };
  const found = cachedToolset(module, cache, files);
  return {
    toolset: found.toolset,
    problems: [...problems, ...(cache.problems ?? []), ...found.problems],
  };
}

/** The scripts that a cache without a script may belong to, by its type; without a type, any two. */
function scriptsOf(cache: string, text: Folder[string] | undefined): string {
  const name = cache.replace(/\.tool\.json$/, '');
  const type = typeof text === 'string' ? typeIn(text) : undefined;
  const language = [...languages.values()].find(({ moduleType }) => moduleType === type && type);
  return language ? `"${name}.${language.extension}"` : `"${name}.py" or "${name}.ps1"`;
}

/** The declarations of a module whose cache holds only its author's options. */
function readNow(module: ModuleFiles, files: Folder, source: string): ModuleCache | undefined {
  const declared = module.language.readModule?.(module.script, source);
  const known = readCache(module, files);
  const before = known.kind === 'read' ? { before: known.cache } : {};
  return declared && ModuleCache.parse(moduleData(declared, { module, source, ...before }));
}

function readKept(
  module: ModuleFiles,
  files: Folder,
  problems: Problem[],
): ModuleCache | undefined {
  const known = readCache(module, files);
  const { script } = module;
  if (known.kind === 'read') {
    const isStale = known.fresh === false || known.cache.stale === true;
    if (isStale && known.cache.tools.length > 0) {
      const message = `These tools come from the last valid version of "${script}"`;
      problems.push(fileProblem('info', 'module-stale', script, message));
    }
    // The positions belong to another version of the text.
    return known.fresh === false ? { ...known.cache, problems: [] } : known.cache;
  }
  if (known.kind === 'broken') problems.push(known.problem);
  const message = `"${script}" has not been read yet; its tools appear once it has`;
  problems.push(fileProblem('info', 'module-unread', script, message));
  return undefined;
}

/** Modules of other formats do not belong to this one. */
const isScript = ({ language }: ModuleFiles): boolean => language.moduleFormat === undefined;

/** Other scripts in the folder. */
function others(module: ModuleFiles, files: Folder): Problem[] {
  return moduleFiles(files)
    .filter((other) => other.script !== module.script && isScript(other))
    .map(({ script, name }) =>
      name === module.name
        ? fileProblem(
            'error',
            'same-group',
            script,
            `"${script}" and "${module.script}" have the same name and would be one group; rename one of them`,
          )
        : fileProblem(
            'info',
            'second-script',
            script,
            `"${script}" is not read, because this folder belongs to "${module.script}"; move it to its own folder`,
          ),
    );
}

const empty = (name: string): Toolset => ({
  format: scriptModule.id,
  group: { name },
  tools: [],
});
