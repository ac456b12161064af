import { moduleFiles } from '../../../shared/formats/script-module/module-files.ts';
import { fileProblem, type Problem } from '../../../shared/tool/problem/problem.ts';
import type { Disk, DiskEntry } from '../../platform/disk/disk.ts';

/** The layout of other programs: scripts directly in `tools/`. Sources: seeds 000 and 002. */
const BESIDE = /^(.+)\.(?:tool|samples)\.json$/;

const stemOf = (name: string): string =>
  BESIDE.exec(name)?.[1] ?? name.replace(/(?<=.)\.[^.]*$/, '');

/**
 * Returns the ids of flat scripts, which are their file names; no folder can have the same name. Scripts with
 * the same stem share a cache, so the first one represents all.
 */
export function flatIds(entries: readonly DiskEntry[]): string[] {
  const names = entries.filter(({ kind }) => kind === 'file').map(({ name }) => name);
  const scripts = moduleFiles(Object.fromEntries(names.map((name) => [name, '']))).map(
    ({ script }) => script,
  );
  const first = new Map(scripts.toReversed().map((name) => [stemOf(name), name]));
  return scripts.filter((name) => first.get(stemOf(name)) === name);
}

/**
 * Whether a file of `tools/` belongs to the flat script: the script, its cache, its samples or a script with
 * the same stem.
 */
export const isOfFlat =
  (id: string) =>
  (name: string): boolean =>
    stemOf(name) === stemOf(id) && (BESIDE.test(name) || moduleFiles({ [name]: '' }).length > 0);

/** Whether `id` in `folder` is a flat script and not a folder. */
export const isFlatIn = async (disk: Disk, folder: string, id: string): Promise<boolean> =>
  (await disk.look(`${folder}/${id}`))?.kind === 'file';

/** Returns a problem for each file that a flat script cannot have. */
export function flatProblems(id: string, paths: readonly string[]): Problem[] {
  const isOwn = isOfFlat(id);
  return paths
    .filter((path) => !isOwn(path))
    .map((path) => {
      const message = `"${id}" is a single file in "tools", so "${path}" cannot be saved with it; move it to its own folder`;
      return fileProblem('error', 'flat-file', path, message, { id, path });
    });
}
