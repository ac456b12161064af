import { setIn } from '../../shared/formats/edit-definition.ts';
import { parseJson } from '../../shared/schema/parse-json.ts';
import type { Folder } from '../../shared/tool/folder.ts';

/** The files of a folder under a new name. Its definition's id follows where it was the old name. */
export const renamedFolder = (files: Folder, from: string, to: string): Folder => {
  const text = files['definition.json'];
  if (typeof text !== 'string') return files;
  const parsed = parseJson(text);
  if (!parsed.ok || Object(parsed.value).id !== from) return files;
  return { ...files, 'definition.json': setIn(text, ['id'], to) };
};
