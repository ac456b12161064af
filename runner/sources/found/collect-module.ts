import { contentOf } from '../../../shared/formats/file-bytes.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Disk } from '../../platform/disk.ts';
import { listTree, readTree } from '../../store/tree.ts';
import { neighbours } from './neighbours.ts';

/** They are nothing that a module could load here, and there may be thousands of files. */
const PACKAGES = 'node_modules';
/** What Lathe keeps beside a module is about another state of it. */
const cache = /\.tool\.json$/;

export interface CollectedModule {
  /** What a tool may be called after: the file's name, or the folder's where the file is its index. */
  name: string;
  /** What the module can load and read; undefined where there is nothing at its path. */
  files?: Folder;
}

/** A module with the files that belong to it: its folder where it is the folder's own, else what it imports. */
export async function collectModule(disk: Disk, path: string): Promise<CollectedModule> {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^index\.[cm]?[jt]s$/.test(name)) {
    const tree = await listTree(disk, folder, PACKAGES);
    const entries = tree.entries.filter((entry) => !cache.test(entry.path));
    const { files } = await readTree(disk, folder, { ...tree, entries });
    return { name: folder.slice(folder.lastIndexOf('/') + 1) || name, files };
  }
  const bytes = await disk.read(path);
  if (!bytes) return { name };
  const files = await neighbours(disk, folder, { [name]: contentOf(bytes) });
  const samples = `${name.replace(/\.[^.]*$/, '')}.samples.json`;
  const beside = await disk.read(`${folder}/${samples}`);
  return { name, files: beside ? { ...files, [samples]: contentOf(beside) } : files };
}
