import type { Folder } from '../../../shared/tool/folder.ts';

const specifier = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"])([^'"\n]+)\1/g;

/** Returns the code files of a folder, with their paths. */
export const codeFiles = (files: Folder): [string, string][] =>
  Object.entries(files).filter(
    (file): file is [string, string] =>
      typeof file[1] === 'string' && /\.[cm]?[jt]sx?$/.test(file[0]),
  );

/** Returns the import specifiers in a folder's code, with the paths of the files. */
export function importsOf(files: Folder): { path: string; name: string }[] {
  return codeFiles(files).flatMap(([path, content]) =>
    [...content.matchAll(specifier)].map(([, , name = '']) => ({ path, name })),
  );
}
