// Bundles the program that talks to model providers: one file, which is all that it may read.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { replaceFolder } from '../../scripts/steps/replace-folder.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');

export async function buildModels(target = path.join(root, 'dist/models')) {
  const folder = `${target}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  await build({
    input: { main: path.join(here, 'child/main.ts') },
    cwd: root,
    platform: 'neutral',
    external: /^node:/,
    // The packages read keys and addresses from an environment that they may not read.
    transform: { define: { 'process.env': '{}' } },
    resolve: { mainFields: ['module', 'main'] },
    logLevel: 'warn',
    output: {
      ...{ dir: folder, format: 'esm', entryFileNames: '[name].mjs', minify: true },
      codeSplitting: false,
    },
  });
  replaceFolder(folder, target);
  return target;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildModels();
