import type { Disk } from '../platform/disk.ts';

/** Copies a folder file by file; links are passed over. */
async function copy(disk: Disk, from: string, to: string): Promise<void> {
  for (const entry of (await disk.list(from)) ?? []) {
    const [source, target] = [`${from}/${entry.name}`, `${to}/${entry.name}`];
    if (entry.kind === 'folder') await copy(disk, source, target);
    if (entry.kind !== 'file') continue;
    const bytes = await disk.read(source);
    if (bytes) await disk.write(target, bytes);
  }
}

/**
 * Makes a folder a workspace and answers its real path. One without tools gets the examples that have
 * samples; what is there is never overwritten.
 */
export async function openWorkspace(disk: Disk, folder: string, examples: string): Promise<string> {
  await disk.makeFolder(folder);
  const root = await disk.real(folder);
  const isNew = (await disk.look(`${root}/tools`)) === undefined;
  for (const name of ['tools', 'files', 'skills', 'wheels', '.lathe']) {
    await disk.makeFolder(`${root}/${name}`);
  }
  if (!isNew) return root;
  for (const example of (await disk.list(examples)) ?? []) {
    const source = `${examples}/${example.name}`;
    if (example.kind !== 'folder' || !(await disk.look(`${source}/samples.json`))) continue;
    await copy(disk, source, `${root}/tools/${example.name}`);
  }
  return root;
}
