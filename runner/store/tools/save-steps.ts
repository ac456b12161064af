import { z } from 'zod';
import type { Folder } from '../../../shared/tool/folder.ts';

/** A file that gets the content of a staged file, or is deleted if there is none. */
export const Step = z.object({ path: z.string(), staged: z.string().optional() });
export type Step = z.infer<typeof Step>;

const same = (a: Folder[string] | undefined, b: Folder[string] | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);

/** Whether one of two different paths is a folder above the other. */
export const nested = (a: string, b: string) => a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

export const parents = (path: string) =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

/**
 * Returns the differences: new files first, then deletions, except that a deletion goes first if it blocks a
 * new file.
 */
export function stepsBetween(before: Folder, next: Folder): Step[] {
  const gone = Object.keys(before).filter((path) => next[path] === undefined);
  const changed = Object.keys(next).filter((path) => !same(before[path], next[path]));
  const late = changed.filter((path) => gone.some((other) => nested(path, other)));
  const early = changed.filter((path) => !late.includes(path));
  const named = new Map(changed.map((path, at) => [path, `${at}`]));
  return [...early, ...gone, ...late].map((path) => {
    const staged = named.get(path);
    return staged === undefined ? { path } : { path, staged };
  });
}
