import type { FileContent, Folder } from '../../shared/tool/folder.ts';

const same = (one: FileContent | undefined, other: FileContent | undefined): boolean =>
  typeof one === 'object' && typeof other === 'object'
    ? one.base64 === other.base64
    : one === other;

/** The paths whose content differs between two folders, in order. */
export const differingPaths = (one: Folder, other: Folder): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((path) => !same(one[path], other[path]))
    .sort();
