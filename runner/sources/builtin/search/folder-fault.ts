import type { Disk } from '../../../platform/disk.ts';

/** Why there is no folder to search at a real path; undefined where there is one, or nobody may look. */
export async function folderFault(disk: Disk, path: string): Promise<string | undefined> {
  try {
    const kind = (await disk.look(path))?.kind;
    if (kind === undefined) return `There is no folder ${path}`;
    return kind === 'folder' ? undefined : `${path} is a file, not a folder`;
  } catch {
    return undefined;
  }
}
