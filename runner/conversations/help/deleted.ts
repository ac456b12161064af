import type { RefusedFile } from '../../../shared/protocol/conversations/help.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { filesSent } from './task-material.ts';

interface Proposed {
  /** The current folder. */
  before: Folder;
  /** The accepted new and changed files. */
  files: readonly { path: string }[];
}

/**
 * Returns which of the deletions that a model proposes are allowed: it has seen the file, and the folder does
 * not become empty.
 */
export function deleted(
  paths: readonly string[],
  { before, files }: Proposed,
): { deletes: string[]; refused: RefusedFile[] } {
  const sent = filesSent(before);
  const stays = new Set([...Object.keys(before), ...files.map(({ path }) => path)]);
  const refused: RefusedFile[] = [];
  const deletes: string[] = [];
  for (const path of new Set(paths)) {
    const refuse = (code: RefusedFile['code'], reason: string) =>
      refused.push({ path: path.slice(0, 300), code, reason });
    const known = sent.find((one) => one.path === path);
    if (!Object.hasOwn(before, path)) refuse('not-there', 'is not in the folder');
    else if (files.some((one) => one.path === path))
      refuse('twice', 'stands there twice; the first one is shown');
    else if (typeof before[path] === 'object') refuse('not-text', 'is not a text file');
    else if (!known) refuse('made-by-lathe', 'is made by Lathe from the script');
    else if (known.text.length > known.most)
      refuse('not-sent-whole', 'was not sent whole, so that the model knows a part of it alone');
    else if (stays.size === 1) refuse('last-file', 'is the last one, and nothing would be left');
    else {
      stays.delete(path);
      deletes.push(path);
    }
  }
  return { deletes, refused };
}
