import { nodeDisk as disk } from '../../platform/node-disk.ts';

const MONTH_MS = 30 * 24 * 3600 * 1000;

/**
 * Removes images that were made over a month ago, before a new one is: each update of Lathe leaves
 * one of some 36 MB behind. Whoever still wants an old one makes it anew in a few seconds.
 */
export async function dropOldImages(imageDirectory: string, now = Date.now()): Promise<string[]> {
  const dropped: string[] = [];
  for (const entry of (await disk.list(imageDirectory)) ?? []) {
    const isOld = entry.kind === 'folder' && entry.modifiedAt < now - MONTH_MS;
    if (!isOld) continue;
    await disk.remove(`${imageDirectory}/${entry.name}`);
    dropped.push(entry.name);
  }
  return dropped;
}
