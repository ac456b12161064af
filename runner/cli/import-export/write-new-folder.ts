import { checkFolderNames } from '../../../shared/formats/import/folder-names.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { temporaryName } from '../../platform/disk/node-disk.ts';
import { writeFolder } from '../../store/tools/folder-saves.ts';

/**
 * Writes a new or empty folder atomically: the files are written elsewhere and renamed. Returns the reason if that
 * is not possible; undefined on success.
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
  // No runner reads a hidden folder as a tool, and the next start removes it.
  const beside = `${path.slice(0, path.lastIndexOf('/'))}/${temporaryName()}`;
  try {
    await writeFolder(disk, beside, files);
    await disk.move(beside, path);
  } finally {
    await disk.remove(beside);
  }
  return undefined;
}
