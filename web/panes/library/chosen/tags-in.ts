import { removeIn, setIn } from '../../../../shared/formats/edit-definition.ts';
import { parseJson } from '../../../../shared/schema/json/parse-json.ts';
import { agentFile } from '../../../../shared/tool/agent.ts';
import type { Folder } from '../../../../shared/tool/folder.ts';

/** Files that say the tags of their tool; elsewhere code declares them. */
const holders = ['definition.json', agentFile];

/** Where a folder says its tags, and which. */
export interface TagsIn {
  file: string;
  text: string;
  tags: readonly string[];
}

/** The tags that a person can change in a folder, the name of a file whose JSON is invalid, or nothing. */
export const tagsIn = (files: Folder): TagsIn | { invalid: string } | undefined => {
  const file = holders.find((name) => typeof files[name] === 'string');
  if (file === undefined) return undefined;
  const text = String(files[file]);
  const parsed = parseJson(text);
  const { tags = [] } = Object(parsed.ok && parsed.value) as { tags?: unknown };
  const isObject = parsed.ok && typeof parsed.value === 'object' && !Array.isArray(parsed.value);
  if (!isObject || parsed.value === null || !isList(tags)) return { invalid: file };
  return { file, text, tags };
};

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The files with other tags; every other byte stays. */
export const withTags = (files: Folder, { file, text }: TagsIn, tags: string[]): Folder => ({
  ...files,
  [file]: tags.length === 0 ? removeIn(text, ['tags']) : setIn(text, ['tags'], tags),
});
