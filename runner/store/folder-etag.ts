import { isModuleCache } from '../../shared/formats/script-module/module-files.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { digest } from './digest.ts';

/**
 * The strong ETag of a folder: the same for the same paths and contents, whatever their order.
 * The cache of a module is none of its content: Lathe writes it while its author edits. Quoted.
 */
export const folderEtag = async (files: Folder): Promise<string> => {
  const rows = Object.entries(files)
    .filter(([path]) => !path.endsWith('.tool.json') || !isModuleCache(path, files))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `"${(await digest(JSON.stringify(rows))).slice(0, 32)}"`;
};
