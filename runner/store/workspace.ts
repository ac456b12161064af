import { diskFault } from '../platform/disk/disk-fault.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { isTemporaryName } from '../platform/disk/node-disk.ts';

const folders = ['files', 'skills', 'wheels'];

/**
 * Prepares a folder as a workspace and returns its real path. A new workspace gets the examples that have
 * samples, all or none; nothing is overwritten. A read-only folder is opened as it is. `locale` selects the
 * edition of the examples, if there is one.
 */
export async function openWorkspace(
  disk: Disk,
  folder: string,
  examples: string,
  locale = 'en',
): Promise<string> {
  await disk.makeFolder(folder);
  const root = await disk.real(folder);
  try {
    for (const name of ['.lathe', ...folders]) await disk.makeFolder(`${root}/${name}`);
    if (!(await disk.look(`${root}/tools`))) await placeExamples(disk, root, { examples, locale });
  } catch (error) {
    if (!diskFault(error)) throw error;
  }
  return root;
}

/** Collects the examples in a staging folder, so that an interrupted start leaves no part of them. */
async function placeExamples(
  disk: Disk,
  root: string,
  { examples, locale }: { examples: string; locale: string },
): Promise<void> {
  // Hidden, so that a pattern over all examples matches only tools.
  const edition = `${examples}/.${locale.split('-')[0]}`;
  const staged = `${root}/.lathe/staging/${crypto.randomUUID()}`;
  try {
    await disk.makeFolder(staged);
    for (const { name, kind } of (await disk.list(examples)) ?? []) {
      const source = `${examples}/${name}`;
      if (kind !== 'folder' || !(await disk.look(`${source}/samples.json`))) continue;
      await copy(disk, source, `${staged}/${name}`);
      // The edition contains only the files whose texts differ.
      await copy(disk, `${edition}/${name}`, `${staged}/${name}`);
    }
    await disk.move(staged, `${root}/tools`);
  } catch (error) {
    await disk.remove(staged);
    throw error;
  }
}

/** Copies a folder file by file, without links. */
async function copy(disk: Disk, from: string, to: string): Promise<void> {
  for (const entry of (await disk.list(from)) ?? []) {
    const [source, target] = [`${from}/${entry.name}`, `${to}/${entry.name}`];
    if (entry.kind === 'folder') await copy(disk, source, target);
    if (entry.kind !== 'file') continue;
    const bytes = await disk.read(source);
    if (bytes) await disk.write(target, bytes);
  }
}

/** Limits the search, because the files may contain a large project. */
const mostFolders = 5_000;
const maxDepth = 8;
const passedOver = new Set(['.git', 'node_modules']);

/**
 * Removes what killed processes left: temporary files, staging folders and unfinished writes. The caller must
 * hold the workspace's lock; `since` is the start of this runner in milliseconds since 1970.
 */
export async function clearLeftovers(disk: Disk, workspace: string, since: number): Promise<void> {
  const own = `${workspace}/.lathe`;
  for (const folder of [`${own}/tmp`, `${own}/staging`]) {
    for (const { name, modifiedAt } of (await disk.list(folder)) ?? [])
      if (modifiedAt < since) await disk.remove(`${folder}/${name}`);
  }
  let left = mostFolders;
  const walk = async (folder: string, depth: number): Promise<void> => {
    left -= 1;
    for (const { name, kind, modifiedAt } of (await disk.list(folder)) ?? []) {
      if (isTemporaryName(name)) {
        if (modifiedAt < since) await disk.remove(`${folder}/${name}`);
      } else if (kind === 'folder' && depth < maxDepth && left > 0 && !passedOver.has(name)) {
        await walk(`${folder}/${name}`, depth + 1);
      }
    }
  };
  for (const folder of [own, `${workspace}/tools`, `${workspace}/files`]) await walk(folder, 1);
}
