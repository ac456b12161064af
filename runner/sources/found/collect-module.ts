import { contentOf } from '../../../shared/formats/file-bytes.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Disk } from '../../platform/disk.ts';
import { listTree, readTree } from '../../store/tree.ts';

/** More files than any one module of one folder loads. */
const MOST = 200;

/** What a path stands for, as modules write it: itself, its source, or a folder's own module. */
const candidates = (path: string): string[] => {
  const bare = path.replace(/\.[cm]?js$/, '');
  return [path, `${bare}.ts`, `${bare}.mts`, `${bare}.js`, `${path}.json`, `${path}/index.ts`];
};

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

function joined(from: string, to: string): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of to.split('/')) {
    if (part === '.' || part === '') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** The files beside one module that it loads, and those that they load, all within its folder. */
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
