import { contentOf } from '../../../shared/formats/file-bytes.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Disk } from '../../platform/disk.ts';

/** More files than any one module of one folder loads. */
const MOST = 200;

/** What a path stands for, as modules write it: itself, its source, or a folder's own module. */
const candidates = (path: string): string[] => {
  const bare = path.replace(/\.[cm]?js$/, '');
  return [path, `${bare}.ts`, `${bare}.mts`, `${bare}.js`, `${path}.json`, `${path}/index.ts`];
};

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
