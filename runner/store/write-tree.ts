import { bytesOf } from '../../shared/formats/file-bytes.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import type { Disk } from '../platform/disk.ts';

const same = (a: Folder[string] | undefined, b: Folder[string] | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);

/** Whether one of two different paths is a folder on the way to the other. */
const nested = (a: string, b: string) => a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

const parents = (path: string) =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

/** A link among the folders on the way would lead the write out of the root. */
async function writeOne(disk: Disk, root: string, path: string, content: Folder[string]) {
  for (const parent of parents(path)) {
    const kind = (await disk.look(`${root}/${parent}`))?.kind ?? 'folder';
    if (kind !== 'folder') await disk.remove(`${root}/${parent}`);
  }
  await disk.write(`${root}/${path}`, bytesOf(content));
}

async function removeOne(disk: Disk, root: string, path: string): Promise<void> {
  await disk.remove(`${root}/${path}`);
  for (const parent of parents(path).reverse()) {
    if ((await disk.list(`${root}/${parent}`))?.length !== 0) return;
    await disk.remove(`${root}/${parent}`);
  }
}

/**
 * Makes a folder on disk hold `next` where it held `before`. Only what differs is touched, each file
 * in one step, new text before anything is removed: a crash in between loses nothing.
 */
export async function writeTree(
  disk: Disk,
  root: string,
  before: Folder,
  next: Folder,
): Promise<void> {
  await disk.makeFolder(root);
  const gone = Object.keys(before).filter((path) => next[path] === undefined);
  const changed = Object.keys(next).filter((path) => !same(before[path], next[path]));
  const late = changed.filter((path) => gone.some((other) => nested(path, other)));
  const write = async (path: string) => {
    const content = next[path];
    if (content !== undefined) await writeOne(disk, root, path, content);
  };
  for (const path of changed) if (!late.includes(path)) await write(path);
  for (const path of gone) await removeOne(disk, root, path);
  for (const path of late) await write(path);
}
