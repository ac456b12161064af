import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { home } from './home.mjs';

const runs = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The Deno of this project's packages, else the one on PATH; undefined without either. */
export function findDeno() {
  const own = join(home, 'node_modules/@deno/linux-x64-glibc/deno');
  // The package is for glibc; elsewhere the file is there and does not start.
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'deno'));
  const isGlibc = existsSync('/lib64/ld-linux-x86-64.so.2');
  return [...(isGlibc ? [own] : []), ...onPath].find(runs);
}
