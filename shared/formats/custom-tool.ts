import type { Folder } from '../tool/folder.ts';
import type { Format } from '../tool/format.ts';
import { fileProblem } from '../tool/problem/problem.ts';
import type { Problem } from '../tool/problem/problem.ts';
import type { Toolset } from '../tool/toolset.ts';
import { notUtf8 } from './read-json-file.ts';
import { cachedToolset } from './script-module/cached-toolset.ts';
import { mainModule, moduleFiles } from './script-module/module-files.ts';
import type { ModuleFiles } from './script-module/module-files.ts';
import { readCache } from './script-module/read-cache.ts';

const ID = 'custom-tool';
const isOwn = ({ language }: ModuleFiles): boolean => language.moduleFormat === ID;

/**
 * A TypeScript or JavaScript module whose factory returns tools, and the modules next to it. Reading is
 * synchronous: the tools come from the cache that loading the module in its sandbox made. Source: seed 002.
 */
export const customTool: Format = {
  id: ID,
  label: 'TypeScript module',
  detect(files) {
    if (Object.hasOwn(files, 'definition.json')) return 0;
    const modules = moduleFiles(files);
    const own = modules.filter(isOwn);
    const [first] = own;
    if (first === undefined) return 0;
    if (own.some(({ name }) => name === 'index')) return 0.9;
    if (own.some(({ cache }) => Object.hasOwn(files, cache))) return 0.9;
    return own.length === modules.length ? 0.8 : 0.1;
  },
  read,
};

function read(name: string, files: Folder): { toolset: Toolset; problems: Problem[] } {
  const none = { format: ID, group: { name }, tools: [] };
  const module = mainModule(name, onlyOwn(files));
  if (!module) return { toolset: none, problems: [] };
  const { script } = module;
  if (typeof files[script] !== 'string') {
    return { toolset: none, problems: [notUtf8(script, 'error')] };
  }
  const known = readCache(module, files);
  if (known.kind !== 'read') {
    const problems = known.kind === 'broken' ? [known.problem] : [];
    const message = `"${script}" has not been loaded yet; its tools appear once it has`;
    return {
      toolset: none,
      problems: [...problems, fileProblem('info', 'module-unread', script, message)],
    };
  }
  const { cache } = known;
  const { toolset, problems } = cachedToolset(module, cache, files);
  if ((known.fresh === false || cache.stale === true) && cache.tools.length > 0) {
    const message = `These tools come from the last valid version of "${script}"`;
    problems.push(fileProblem('info', 'module-stale', script, message));
  }
  const folder = { name, files: module.language.readsFolder?.(files) ?? files };
  return {
    toolset: {
      ...toolset,
      format: cache.dialect ?? ID,
      group: { ...toolset.group, name },
      tools: toolset.tools.map((tool) => ({ ...tool, code: { ...tool.code, folder } })),
    },
    problems: [...problems, ...(known.fresh === false ? [] : (cache.problems ?? []))],
  };
}

/** Scripts of other languages in the folder do not decide which module the folder is about. */
const onlyOwn = (files: Folder): Folder => {
  const others = moduleFiles(files).filter((module) => !isOwn(module));
  const taken = new Set(others.map(({ script }) => script));
  return Object.fromEntries(Object.entries(files).filter(([path]) => !taken.has(path)));
};
