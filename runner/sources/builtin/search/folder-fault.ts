import { cause } from '../../../../shared/returns/causes.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import type { Disk } from '../../../platform/disk/disk.ts';

/** Returns why a real path cannot be searched; undefined if it is a folder, or may not be looked at. */
export async function folderFault(disk: Disk, path: string): Promise<Reason | undefined> {
  try {
    const kind = (await disk.look(path))?.kind;
    if (kind === undefined) return cause('no-folder', { path });
    return kind === 'folder' ? undefined : cause('not-a-folder', { path });
  } catch {
    return undefined;
  }
}
