import type { Folder } from '../../../shared/tool/folder.ts';

const order = [
  /^definition\.json$/,
  /^execution\./,
  /^[^/]+\.(py|ps1|sh)$/,
  /^return\.json$/,
  /^meta\.json$/,
  /samples\.json$/,
];

const rank = (path: string): number => {
  const found = order.findIndex((pattern) => pattern.test(path));
  return found === -1 ? order.length : found;
};

/** The files of a folder in the order in which an author meets them. */
export const folderFiles = (files: Folder): string[] =>
  Object.keys(files).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
