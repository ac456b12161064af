// Bundles what a module's process starts from: Lathe's program, and the packages that modules of each origin import.
// One folder contains everything that such a process may read besides its module.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { replaceFolder } from '../../scripts/steps/replace-folder.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');
const provided = (name) => path.join(here, 'child/provided', `${name}.ts`);

export async function buildKit(target = path.join(root, 'dist/module-kit')) {
  const folder = `${target}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  await build({
    input: {
      main: path.join(here, 'child/main.ts'),
      pi: provided('pi'),
      lathe: provided('lathe'),
      opencode: provided('opencode'),
      mcp: provided('mcp'),
      'child-process': provided('child-process'),
      typebox: '@sinclair/typebox',
      'typebox-value': '@sinclair/typebox/value',
      'typebox-compiler': '@sinclair/typebox/compiler',
      zod: 'zod',
      'zod-v3': 'zod/v3',
      'zod-to-json-schema': 'zod-to-json-schema',
      glob: 'glob',
    },
    cwd: root,
    platform: 'neutral',
    external: /^(node:|fs$)/,
    logLevel: 'warn',
    preserveEntrySignatures: 'allow-extension',
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'shared-[hash].mjs',
      minify: true,
    },
  });
  replaceFolder(folder, target);
  return target;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildKit();
