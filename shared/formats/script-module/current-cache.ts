import type { Folder } from '../../tool/folder.ts';
import { cacheText, moduleData } from './module-data.ts';
import type { ModuleFiles } from './module-files.ts';
import { readCache } from './read-cache.ts';

/**
 * The text of a module's cache as the folder stands: the file, or what reading the script at once
 * gives, for a language that can. Undefined where the script has not been read yet.
 */
export function currentCache(module: ModuleFiles, files: Folder): string | undefined {
  const text = files[module.cache];
  if (typeof text === 'string' && readCache(module, files).kind === 'read') return text;
  const source = files[module.script];
  if (typeof source !== 'string') return undefined;
  const declared = module.language.readModule?.(module.script, source);
  return declared && cacheText(moduleData(declared, { module, source }));
}
