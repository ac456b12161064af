import type { Disk } from '../platform/disk.ts';

/**
 * Removes what runners that were killed left in the workspace's folder for passing files. Call it once
 * the workspace is locked; `since` is when this runner began, in milliseconds since 1970.
 */
export async function clearScratch(disk: Disk, workspace: string, since: number): Promise<void> {
  const scratch = `${workspace}/.lathe/tmp`;
  const left = (await disk.list(scratch)) ?? [];
  const old = left.filter(({ modifiedAt }) => modifiedAt < since);
  await Promise.all(old.map(({ name }) => disk.remove(`${scratch}/${name}`)));
}
