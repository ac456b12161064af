import type { Folder } from '../../shared/tool/folder.ts';
import { digest } from './digest.ts';

/** The strong ETag of a folder: the same for the same paths and contents, whatever their order. Quoted. */
export const folderEtag = async (files: Folder): Promise<string> => {
  const rows = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return `"${(await digest(JSON.stringify(rows))).slice(0, 32)}"`;
};
