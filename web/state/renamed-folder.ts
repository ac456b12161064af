import { setIn } from '../../shared/formats/edit-definition.ts';
import { parseJson } from '../../shared/schema/json/parse-json.ts';
import { moduleFiles } from '../../shared/formats/script-module/module-files.ts';
import type { FileContent, Folder } from '../../shared/tool/folder.ts';

/** A script that bears the folder's name, and what lies beside it under that name. */
const renamedModule = (files: Folder, from: string, to: string): Folder => {
  if (!moduleFiles(files).some(({ name }) => name === from)) return files;
  const entries = Object.entries(files).map(([path, content]): [string, FileContent] => [
    path.startsWith(`${from}.`) ? to + path.slice(from.length) : path,
    content,
  ]);
  return Object.fromEntries(entries);
};

/** The files of a folder under a new name. Its definition's id, or its script, follows where it had the old one. */
export const renamedFolder = (files: Folder, from: string, to: string): Folder => {
  const text = files['definition.json'];
  if (typeof text !== 'string') return renamedModule(files, from, to);
  const parsed = parseJson(text);
  if (!parsed.ok || Object(parsed.value).id !== from) return files;
  return { ...files, 'definition.json': setIn(text, ['id'], to) };
};
