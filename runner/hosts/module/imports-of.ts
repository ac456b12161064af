import type { Folder } from '../../../shared/tool/folder.ts';

const specifier = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"])([^'"\n]+)\1/g;

/** The files of a folder that hold code, by path. */
export const codeFiles = (files: Folder): [string, string][] =>
  Object.entries(files).filter(
    (file): file is [string, string] =>
      typeof file[1] === 'string' && /\.[cm]?[jt]sx?$/.test(file[0]),
  );

/** What a folder's code imports, as it is written, by the path of the file. */
export function importsOf(files: Folder): { path: string; name: string }[] {
  return codeFiles(files).flatMap(([path, content]) =>
    [...content.matchAll(specifier)].map(([, , name = '']) => ({ path, name })),
  );
}
