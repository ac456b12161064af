// Bundles what an export contains besides the author's code: Lathe's pipeline as one file, and the guests that
// run beside that code.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { replaceFolder } from '../../scripts/steps/replace-folder.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');

/** Files that the program locates by an address are beside it, whatever folder they come from. */
const beside = {
  name: 'beside',
  transform: (code) =>
    code.replace(
      /new URL\(\s*'[^']*?([\w.-]+)',\s*import\.meta\.url/g,
      "new URL('./$1', import.meta.url",
    ),
};

/** The guests, except those for a sealed interpreter or a reader. */
const guestFiles = (languages) =>
  readdirSync(path.join(root, languages), { recursive: true })
    .filter((file) => /^[^/]+\/guest\/[^/]+\.\w+$/.test(file))
    .filter((file) => !/\/(declare\w*|seal)\.py$/.test(file))
    .map((file) => `${languages}/${file}`);

/** Packages that an export contains; their licences allow it if the licence is included. */
const packages = ['zod', '@cfworker/json-schema'];
const licence = (folder) => {
  const name = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (name) return readFileSync(path.join(folder, name), 'utf8').trim().replaceAll('*/', '* /');
  const { author, license, repository } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const from = repository?.url ?? repository;
  return `${license} licence, in the words above; (c) ${author?.name ?? author}, ${from}`;
};
const banner = () =>
  [
    'What runs a tool outside of Lathe; it holds code of Lathe and of two packages.',
    ...['.', ...packages.map((name) => `node_modules/${name}`)].map(
      (folder) =>
        `${folder === '.' ? 'Lathe' : folder.slice(13)}\n${licence(path.join(root, folder))}`,
    ),
  ].join('\n\n');

export async function buildCarried(target = path.join(root, 'dist/carried')) {
  const folder = `${target}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  await build({
    input: path.join(here, 'child/lathe.ts'),
    cwd: root,
    platform: 'node',
    logLevel: 'warn',
    plugins: [beside],
    output: {
      file: path.join(folder, 'lathe.mjs'),
      format: 'esm',
      codeSplitting: false,
      minify: true,
      banner: `/*!\n${banner()}\n*/`,
    },
  });
  // The protocol's own package is beside the exported server.
  await build({
    input: path.join(here, 'child/serve.ts'),
    cwd: root,
    platform: 'node',
    logLevel: 'warn',
    external: /^@modelcontextprotocol\/server(\/|$)/,
    output: {
      file: path.join(folder, 'serve.mjs'),
      format: 'esm',
      codeSplitting: false,
      minify: true,
      banner: `/*!\n${banner()}\n*/`,
    },
  });
  // Modules import some packages themselves, so each package exists once.
  for (const [name, program] of Object.entries({ module: 'module', hooks: 'hooks', pi: 'kit' })) {
    await build({
      input: path.join(here, `child/${program}.ts`),
      cwd: root,
      platform: 'node',
      logLevel: 'warn',
      external: /^(zod|@sinclair\/typebox)(\/|$)/,
      output: {
        file: path.join(folder, `${name}.mjs`),
        format: 'esm',
        codeSplitting: false,
        minify: true,
      },
    });
  }
  const guests = [
    ...guestFiles('shared/languages'),
    'runner/hosts/process/watch.sh',
    'runner/hosts/process/group.sh',
    'runner/hosts/carried/lathe.d.mts',
  ];
  const icons = 'web/public/static/icons';
  const drawings = readdirSync(path.join(root, icons)).filter((file) => file.endsWith('.svg'));
  for (const file of [...guests, ...drawings.map((name) => `${icons}/${name}`)])
    copyFileSync(path.join(root, file), path.join(folder, path.basename(file)));
  replaceFolder(folder, target);
  return target;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCarried();
