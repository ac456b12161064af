import { moduleFiles } from '../../../shared/formats/script-module/module-files.ts';
import { languages } from '../../../shared/languages/languages.ts';
import { agentFile } from '../../../shared/tool/agent.ts';
import type { FileContent, Folder } from '../../../shared/tool/folder.ts';

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

/** The return rules of a tool. */
export const returnFile = 'return.json';

const starts: Record<string, string> = {
  [returnFile]: '{\n  "truncate": 2000\n}\n',
  'meta.json': '{\n  "notes": ""\n}\n',
  'samples.json': '[]\n',
};

/** Files that a folder may have and this one has not, with what they begin as. */
export const missingFiles = (files: Folder): [path: string, content: FileContent][] => {
  const known = Object.entries(starts).filter(([path]) => !(path in files));
  if ('definition.json' in files) return known;
  const hasSamples = Object.keys(files).some((path) => path.endsWith('samples.json'));
  const isTool = agentFile in files || moduleFiles(files).length > 0;
  return isTool && !hasSamples ? known.filter(([path]) => path === 'samples.json') : [];
};
