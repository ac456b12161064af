import { serverFolder } from '../../../shared/protocol/mcp/server-folder.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { writeFolder } from '../../store/tools/folder-saves.ts';
import { isSameName } from '../kept-servers.ts';

/**
 * Adds server folders to a workspace under free names, which it returns. Each appears whole; all are added or none.
 */
export async function placeFolders(
  disk: Disk,
  workspace: string,
  folders: readonly [wanted: string, files: Folder][],
  isTaken: (name: string) => boolean,
): Promise<string[]> {
  const placed: string[] = [];
  const isNoMore = (name: string) => isTaken(name) || placed.some((one) => isSameName(one, name));
  try {
    for (const [wanted, files] of folders) {
      const name = freeName(toServerName(wanted), isNoMore);
      await place(disk, workspace, name, files);
      placed.push(name);
    }
  } catch (error) {
    for (const name of placed) await disk.remove(`${workspace}/${serverFolder(name)}`);
    throw error;
  }
  return placed;
}

async function place(disk: Disk, workspace: string, name: string, files: Folder): Promise<void> {
  const staged = `${workspace}/.lathe/staging/${crypto.randomUUID()}`;
  try {
    await writeFolder(disk, staged, files);
    await disk.makeFolder(`${workspace}/servers`);
    if ((await disk.look(`${workspace}/servers`))?.kind !== 'folder')
      throw new Error(`"${workspace}/servers" is a link, and links are not followed`);
    await disk.move(staged, `${workspace}/${serverFolder(name)}`);
  } finally {
    await disk.remove(staged);
  }
}

/** Returns the closest valid server name. */
const toServerName = (wanted: string): string =>
  wanted
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/[-_]*([-_])/g, '$1')
    .slice(0, 36)
    .replace(/^[-_]+|[-_]+$/g, '') || 'server';

function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    // `/api/mcp-servers/found` is another route.
    if (name !== 'found' && !isTaken(name)) return name;
  }
}
