import { contentOf } from '../../../shared/formats/file-bytes.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { listTree, readTree } from '../../store/tools/tree.ts';

/** A limit on the files of a module, above what any module needs. */
const MOST = 200;

/** Returns the files that an import of `path` can mean: the path, its source, or a folder's index. */
const candidates = (path: string): string[] => {
  const bare = path.replace(/\.[cm]?js$/, '');
  return [path, `${bare}.ts`, `${bare}.mts`, `${bare}.js`, `${path}.json`, `${path}/index.ts`];
};

/** Skipped: a module cannot load packages here, and there may be thousands of files. */
const PACKAGES = 'node_modules';
/** The caches that Lathe writes beside a module belong to another version of it. */
const cache = /\.tool\.json$/;

export interface CollectedModule {
  /** The file's name, or the folder's if the file is its index. */
  name: string;
  /** The files that the module can load and read; undefined if nothing is at its path. */
  files?: Folder;
}

/** Returns a module with its files: the whole folder if it is the folder's index, otherwise its imports. */
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

function joined(from: string, to: string): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of to.split('/')) {
    if (part === '.' || part === '') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Returns `files` with all files that they import, directly or indirectly, within the folder. */
export async function neighbours(disk: Disk, folder: string, files: Folder): Promise<Folder> {
  const found: Folder = { ...files };
  const open = Object.keys(files);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const source = found[path];
    if (typeof source !== 'string') continue;
    for (const [, , written = ''] of source.matchAll(/(['"])(\.\.?\/[^'"\n]+)\1/g)) {
      const wanted = joined(path, written);
      for (const one of wanted === undefined ? [] : candidates(wanted)) {
        if (Object.hasOwn(found, one) || Object.keys(found).length >= MOST) break;
        const bytes = await disk.read(`${folder}/${one}`);
        if (!bytes) continue;
        found[one] = contentOf(bytes);
        open.push(one);
        break;
      }
    }
  }
  return found;
}
