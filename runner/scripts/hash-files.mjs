import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { home } from './home.mjs';

function* walk(path) {
  const stats = statSync(join(home, path), { throwIfNoEntry: false });
  if (stats?.isFile()) yield path;
  if (!stats?.isDirectory()) return;
  for (const name of readdirSync(join(home, path)).sort()) yield* walk(`${path}/${name}`);
}

/** A digest of files and folders of the project, by their contents; tests are left out. */
export function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((one) => [...walk(one)])) {
    if (/\.test\.|\/fixtures\//.test(path)) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(home, path)))
      .update('\0');
  }
  return hash.digest('hex');
}
