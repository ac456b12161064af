import { languages } from '../../../shared/languages/languages.ts';
import type { Folder } from '../../../shared/tool/folder.ts';

/** The modules of a folder's top level, whatever their language. */
const extensions = [...languages.values()].flatMap((language) => [
  language.extension,
  ...(language.moduleExtensions ?? []),
]);
const script = new RegExp(`^[^/]+\\.(${extensions.join('|')})$`);

const order = [
  /^definition\.json$/,
  /^execution\./,
  script,
  /^return\.json$/,
  /^meta\.json$/,
  // Declarations alone, such as those of a built-in tool.
  /^(?!.*\.tool\.json$|(?:.*\.)?samples\.json$)[^/]+\.json$/,
  /samples\.json$/,
];

const rank = (path: string): number => {
  const found = order.findIndex((pattern) => pattern.test(path));
  return found === -1 ? order.length : found;
};

/** The files of a folder in the order in which an author meets them. */
export const folderFiles = (files: Folder): string[] =>
  Object.keys(files).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
