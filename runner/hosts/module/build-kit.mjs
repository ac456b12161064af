// Puts together what a module's process starts from: our own program, and the packages that modules of
// each origin import. Everything such a process may read beside its module lies in one folder.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

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
      typebox: '@sinclair/typebox',
      'typebox-value': '@sinclair/typebox/value',
      'typebox-compiler': '@sinclair/typebox/compiler',
      zod: 'zod',
      'zod-v3': 'zod/v3',
    },
    cwd: root,
    platform: 'neutral',
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
  put(folder, target);
  return target;
}

/** Renamed when it is whole; the same content stays where it is, because processes may be starting from it. */
function put(folder, target) {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    hash.update(name).update(readFileSync(path.join(folder, name)));
  }
  writeFileSync(path.join(folder, 'stamp'), hash.digest('hex'));
  const stamp = (at) => {
    const file = path.join(at, 'stamp');
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const wanted = stamp(folder);
  const old = `${folder}.old`;
  try {
    if (stamp(target) === wanted) return;
    if (existsSync(target)) renameSync(target, old);
    renameSync(folder, target);
  } catch (error) {
    if (stamp(target) !== wanted) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildKit();
