import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleRunner } from './bundle-runner.mjs';
import { glanceFiles, hashFiles } from './hash-files.mjs';
import { home } from './home.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

const sources = [
  'web',
  'shared',
  'examples',
  'runner/hosts/pyodide',
  'runner/hosts/module',
  'runner/hosts/process',
  'runner/platform',
  'runner/hosts/carried',
  'runner/conversations/models',
  'runner/scripts/build.mjs',
  'vite.config.ts',
  'package-lock.json',
];

/** What `runner/scripts/build.mjs` leaves behind when it is done. */
export const buildStamp = join(home, 'dist/stamp');
export const sourceHash = () => hashFiles(sources);

/** The build that the sources were last compared with, and how they looked then. */
const seen = join(home, 'dist/seen');

const text = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Builds the runner's bundle, and the page and the sealed interpreter, when their sources have changed. */
export async function buildIfStale() {
  await bundleRunner();
  const built = text(buildStamp);
  const look = glanceFiles(sources);
  if (built !== undefined && text(seen) === `${built} ${look}`) return;
  if (built === undefined || built !== sourceHash()) {
    say('Building the page and the sandbox, which takes about half a minute');
    const status = await run(process.execPath, [join(home, 'runner/scripts/build.mjs')]);
    if (status !== 0)
      throw new Error(`The build failed with status ${status}; its output says why`);
  }
  writeFileSync(seen, `${text(buildStamp)} ${look}`);
}
