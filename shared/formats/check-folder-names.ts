import type { Problem } from '../tool/problem.ts';
import { importLimits } from './import-limits.ts';
import { pathProblem } from './path-problem.ts';
import { refuseEntry } from './refuse-entry.ts';

/** Two names with one fold are one file on systems that ignore case or compose accents. */
const fold = (path: string) => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/**
 * What keeps these paths from becoming one folder: names that leave it or mean a device, and names
 * that would meet on some system. A path that ends in a slash is a folder's. Empty when they may be written.
 */
export function checkFolderNames(paths: Iterable<string>): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, { path: string; isFile: boolean }>();
  let count = 0;
  for (const path of paths) {
    count += 1;
    if (count > importLimits.entries) {
      problems.push(
        refuseEntry(path, 'too-many', `is one of more than ${importLimits.entries} files`),
      );
      break;
    }
    const wrong = pathProblem(path.replace(/\/$/, ''));
    if (wrong) {
      problems.push(refuseEntry(path, wrong.code, wrong.reason));
      continue;
    }
    const clash = enter(seen, path);
    if (clash) problems.push(clash);
  }
  return problems;
}

function enter(
  seen: Map<string, { path: string; isFile: boolean }>,
  path: string,
): Problem | undefined {
  const isFolder = path.endsWith('/');
  const parts = path.replace(/\/$/, '').split('/');
  for (let length = 1; length <= parts.length; length += 1) {
    const prefix = parts.slice(0, length).join('/');
    const isFile = !isFolder && length === parts.length;
    const key = fold(prefix);
    const other = seen.get(key);
    if (!other) {
      seen.set(key, { path: prefix, isFile });
      continue;
    }
    if (other.path !== prefix) {
      return refuseEntry(
        path,
        'case-clash',
        `and "${other.path}" are the same name on some systems`,
      );
    }
    if (isFile && other.isFile) return refuseEntry(path, 'duplicate', 'is there twice');
    if (isFile || other.isFile) {
      return refuseEntry(path, 'file-and-folder', 'is both a file and a folder');
    }
  }
  return undefined;
}
