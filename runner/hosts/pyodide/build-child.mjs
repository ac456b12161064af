// Puts together what sandboxes start from: our two programs as one file each, the guest's files,
// and the interpreter. Everything a sandbox may read lies in one folder.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');

export async function buildChild(target = path.join(root, 'dist/sandbox')) {
  // Renamed when it is whole, so that whoever starts meanwhile finds the old one or the new.
  const folder = `${target}.${process.pid}`;
  mkdirSync(path.join(folder, 'guest'), { recursive: true });
  for (const name of ['main', 'build']) {
    await build({
      input: path.join(here, 'child', `${name}.ts`),
      platform: 'node',
      logLevel: 'warn',
      output: { file: path.join(folder, `${name}.mjs`), format: 'esm', codeSplitting: false },
    });
  }
  const pyodide = path.dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
  for (const name of ['pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'package.json']) {
    copyFileSync(path.join(pyodide, name), path.join(folder, name));
  }
  const guest = path.join(root, 'shared/languages/python/guest');
  for (const name of readdirSync(guest).filter((name) => name.endsWith('.py'))) {
    copyFileSync(path.join(guest, name), path.join(folder, 'guest', name));
  }
  put(folder, target);
  return target;
}

const stampOf = (folder) => {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    if (/\.[a-z]+$/.test(name)) hash.update(name).update(readFileSync(path.join(folder, name)));
  }
  return hash.digest('hex');
};
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/**
 * Puts the new folder in the place of the old one. The same content stays where it is, because
 * sandboxes may be starting from it; of two that build at once, the first one's stands.
 */
function put(folder, target) {
  const stamp = stampOf(folder);
  const isThere = () => read(path.join(target, 'stamp')) === stamp;
  writeFileSync(path.join(folder, 'stamp'), stamp);
  const old = `${folder}.old`;
  try {
    if (isThere()) return;
    if (existsSync(target)) renameSync(target, old);
    renameSync(folder, target);
  } catch (error) {
    if (!isThere()) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildChild();
