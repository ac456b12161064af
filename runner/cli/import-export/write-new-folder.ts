import { checkFolderNames } from '../../../shared/formats/import/folder-names.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { temporaryName } from '../../platform/disk/node-disk.ts';
import { writeFolder } from '../../store/tools/folder-saves.ts';

/**
 * Writes a folder that is not there yet, or is empty. It appears whole: the files are written beside
 * and renamed. Answers with why not, or undefined when it is done.
 */
export async function writeNewFolder(
  disk: Disk,
  path: string,
  files: Folder,
): Promise<string | undefined> {
  const [wrong] = checkFolderNames(Object.keys(files));
  if (wrong) return wrong.message;
  const there = await disk.look(path);
  if (there && there.kind !== 'folder') return `"${path}" exists and is not a folder`;
  if (there && (await disk.list(path))?.length !== 0) return `"${path}" exists and is not empty`;
  // No runner takes a name that begins with a dot for a tool, and the next start clears it away.
  const beside = `${path.slice(0, path.lastIndexOf('/'))}/${temporaryName()}`;
  try {
    await writeFolder(disk, beside, files);
    await disk.move(beside, path);
  } finally {
    await disk.remove(beside);
  }
  return undefined;
}
