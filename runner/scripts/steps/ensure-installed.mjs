import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './hash-files.mjs';
import { home } from './home.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

const stamp = join(home, 'node_modules/.lathe-lock');
const modified = (path) => statSync(join(home, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const stamped = () => {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
};

/** Installs the packages when they are missing or of another lock file. */
export async function ensureInstalled() {
  const lock = hashFiles(['package-lock.json']);
  const known = stamped();
  if (known === lock) return;
  // npm writes this file at the end of an install; one by hand counts as well.
  const byHand = modified('node_modules/.package-lock.json') >= modified('package-lock.json');
  if (known !== undefined || !byHand) {
    say('Installing packages (npm ci)');
    const status = await run('npm', ['ci', '--include=dev', '--no-fund', '--no-audit']);
    if (status !== 0) throw new Error(`"npm ci" failed with status ${status}; its output says why`);
  }
  writeFileSync(stamp, lock);
}
