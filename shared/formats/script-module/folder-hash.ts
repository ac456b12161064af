import type { Folder } from '../../tool/folder.ts';
import { contentHash } from './content-hash.ts';
import type { ModuleFiles } from './module-files.ts';

/** Of all that a module loads beside its script; undefined for a module that is its script alone. */
export function folderHash({ script, language }: ModuleFiles, files: Folder): string | undefined {
  const loaded = Object.entries(language.readsFolder?.(files) ?? {}).filter(
    ([path]) => path !== script,
  );
  return loaded.length === 0 ? undefined : contentHash(JSON.stringify(loaded.sort()));
}
