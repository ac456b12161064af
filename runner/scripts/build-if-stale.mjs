import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './hash-files.mjs';
import { home } from './home.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

const sources = [
  'web',
  'shared',
  'examples',
  'runner/hosts/pyodide',
  'runner/hosts/module',
  'runner/build.mjs',
  'vite.config.ts',
  'package-lock.json',
];

/** What `runner/build.mjs` leaves behind when it is done. */
export const buildStamp = join(home, 'dist/stamp');
export const sourceHash = () => hashFiles(sources);

/** Builds the page and the sealed interpreter when their sources have changed. */
export async function buildIfStale() {
  let built;
  try {
    built = readFileSync(buildStamp, 'utf8');
  } catch {
    built = undefined;
  }
  if (built === sourceHash()) return;
  say('Building the page and the sandbox, which takes about half a minute');
  const status = await run(process.execPath, [join(home, 'runner/build.mjs')]);
  if (status !== 0) throw new Error(`The build failed with status ${status}; its output says why`);
}
