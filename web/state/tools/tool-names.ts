import { setIn } from '../../../shared/formats/edit-definition.ts';
import { moduleFiles } from '../../../shared/formats/script-module/module-files.ts';
import { parseJson } from '../../../shared/schema/json/parse-json.ts';
import { agentFile } from '../../../shared/tool/agent.ts';
import type { FileContent, Folder } from '../../../shared/tool/folder.ts';

/** Whether a new tool may have this name: what every provider takes, in the runner's own spelling. */
export const isToolName = (name: string): boolean => /^[a-z][a-z0-9_]{0,63}$/.test(name);

/** The nearest name of a folder of the workspace: `my-tool` is `my_tool`. */
export const toToolName = (name: string): string => {
  if (isToolName(name)) return name;
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return plain === '' ? 'tool' : plain.slice(0, 60);
};

/** A name like this one that `taken` does not know: `calc`, `calc_2`, `calc_3`. */
export const freeName = (name: string, taken: (name: string) => boolean): string => {
  const stem = name.slice(0, 60);
  let free = stem;
  for (let n = 2; taken(free); n++) free = `${stem}_${n}`;
  return free;
};

/** The files of a folder under a new name. Its definition's id, or its script, follows where it had the old one. */
export const renamedFolder = (files: Folder, from: string, to: string): Folder => {
  for (const [file, key] of naming) {
    const text = files[file];
    if (typeof text !== 'string') continue;
    const parsed = parseJson(text);
    if (!parsed.ok || Object(parsed.value)[key] !== from) return files;
    return { ...files, [file]: setIn(text, [key], to) };
  }
  return renamedModule(files, from, to);
};

/** Files that say how their tool is called, and where in them. */
const naming = [
  ['definition.json', 'id'],
  [agentFile, 'name'],
] as const;

/** A script that bears the folder's name, and what lies beside it under that name. */
const renamedModule = (files: Folder, from: string, to: string): Folder => {
  if (!moduleFiles(files).some(({ name }) => name === from)) return files;
  const entries = Object.entries(files).map(([path, content]): [string, FileContent] => [
    path.startsWith(`${from}.`) ? to + path.slice(from.length) : path,
    content,
  ]);
  return Object.fromEntries(entries);
};
