import { moduleFiles } from '../../shared/formats/script-module/module-files.ts';
import { fileProblem, type Problem } from '../../shared/tool/problem/problem.ts';
import type { Disk, DiskEntry } from '../platform/disk.ts';

/** The layout of other programs: scripts lie beside each other in `tools/`. Sources: seeds 000 and 002. */
const BESIDE = /^(.+)\.(?:tool|samples)\.json$/;

const stemOf = (name: string): string =>
  BESIDE.exec(name)?.[1] ?? name.replace(/(?<=.)\.[^.]*$/, '');

/**
 * The ids of scripts that lie flat among tool folders: their file names, which no folder can have as well.
 * Of several with one stem, and so with one cache, the first stands for all.
 */
export function flatIds(entries: readonly DiskEntry[]): string[] {
  const names = entries.filter(({ kind }) => kind === 'file').map(({ name }) => name);
  const scripts = moduleFiles(Object.fromEntries(names.map((name) => [name, '']))).map(
    ({ script }) => script,
  );
  const first = new Map(scripts.toReversed().map((name) => [stemOf(name), name]));
  return scripts.filter((name) => first.get(stemOf(name)) === name);
}

/** Whether a file of `tools/` belongs to the script of that id: itself, its cache, its samples, its namesakes. */
export const isOfFlat =
  (id: string) =>
  (name: string): boolean =>
    stemOf(name) === stemOf(id) && (BESIDE.test(name) || moduleFiles({ [name]: '' }).length > 0);

/** Whether what bears that id in `folder` is a script and not a folder of its own. */
export const isFlatIn = async (disk: Disk, folder: string, id: string): Promise<boolean> =>
  (await disk.look(`${folder}/${id}`))?.kind === 'file';

/** What a save of a flat script cannot hold. */
export function flatProblems(id: string, paths: readonly string[]): Problem[] {
  const isOwn = isOfFlat(id);
  return paths
    .filter((path) => !isOwn(path))
    .map((path) => {
      const message = `"${id}" is a single file in "tools", so "${path}" cannot be saved with it; move it to its own folder`;
      return fileProblem('error', 'flat-file', path, message, { id, path });
    });
}
