// node runner/hosts/pyodide/build.mjs [--image DIRECTORY]
// Bundles the sandboxes' files; with --image it also builds the image, so that the first start need not.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildChild } from './build-child.mjs';
import { findDeno } from './find-deno.mjs';

export async function buildImage(imageDirectory, kitDirectory) {
  const { register } = await import('tsx/esm/api');
  register();
  const here = path.dirname(fileURLToPath(import.meta.url));
  const { createPythonHost } = await import(pathToFileURL(path.join(here, 'python-host.ts')).href);
  const deno = findDeno();
  const host = createPythonHost({
    ...(deno === undefined ? {} : { deno }),
    node: process.execPath,
    ...(existsSync('/usr/bin/bwrap') ? { bwrap: '/usr/bin/bwrap' } : {}),
    imageDirectory,
    kitDirectory,
    size: 1,
    tell: (step, done, of) => process.stdout.write(`Python image ${done}/${of}: ${step}\n`),
  });
  const missing = await host.missing();
  await host.close();
  if (missing !== undefined) throw new Error(missing);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kit = await buildChild();
  const at = process.argv.indexOf('--image');
  if (at >= 0) await buildImage(path.resolve(process.argv[at + 1] ?? '.cache/python'), kit);
}
