// Bundles what sandboxes start from: Lathe's two programs as one file each, the guest's files, and the interpreter.
// One folder contains everything that a sandbox may read.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { replaceFolder } from '../../scripts/steps/replace-folder.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');

export async function buildChild(target = path.join(root, 'dist/sandbox')) {
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
  replaceFolder(folder, target);
  return target;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildChild();
