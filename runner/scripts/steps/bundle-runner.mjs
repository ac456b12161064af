// The runner and the command as plain JavaScript: at a start neither is translated, nor are some nine hundred
// files opened one by one. On Node that takes 0.6 s of processor time instead of 2.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { glanceFiles } from './hash-files.mjs';
import { home } from './home.mjs';
import { replaceFolder } from './replace-folder.mjs';

const target = join(home, 'dist/runner');
const sources = ['runner', 'shared', 'package.json', 'package-lock.json'];

/** What is started, and the name of each in the bundle. */
const entries = {
  'runner/main-deno.ts': 'main-deno',
  'runner/main-node.ts': 'main-node',
  'runner/cli/main.ts': 'cli',
  'runner/aside/child/main.ts': 'aside',
};

/** Files beside a module are found from where its source lies; a thread of ours is an entry of the bundle. */
const whereItLies = ({ Visitor, parseAst }) => ({
  name: 'where-it-lies',
  transform(code, path) {
    if (!code.includes('import.meta.url') || path.includes('node_modules')) return undefined;
    const from = relative(home, path);
    const thread = `new URL('./child/main.ts', import.meta.url)`;
    if (from === 'runner/aside/aside.ts') {
      if (!code.includes(thread)) throw new Error(`${from} no longer starts ${thread}`);
      return code.replace(thread, `new URL('./aside.js', import.meta.url)`);
    }
    const lies = `new URL(${JSON.stringify(`../../${from}`)}, import.meta.url).href`;
    const places = [];
    new Visitor({
      MemberExpression({ object, property, start, end }) {
        if (object.type === 'MetaProperty' && property.name === 'url') places.push({ start, end });
      },
    }).visit(parseAst(code, { lang: 'ts' }));
    return places.reduceRight(
      (text, { start, end }) => text.slice(0, start) + lies + text.slice(end),
      code,
    );
  },
});

/** Makes it anew where a source has changed; answers whether it did. */
export async function bundleRunner() {
  if (bundled('runner/cli/main.ts')) return false;
  const look = glanceFiles(sources);
  const [{ build }, { parseAst }, { Visitor }] = await Promise.all([
    import('rolldown'),
    import('rolldown/parseAst'),
    import('rolldown/utils'),
  ]);
  const folder = `${target}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  await build({
    cwd: home,
    input: Object.fromEntries(Object.entries(entries).map(([file, name]) => [name, file])),
    platform: 'node',
    logLevel: 'warn',
    // Packages stay where they lie, but for what the translation itself needs.
    external: /^(?!@oxc-project\/)[^./\0]/,
    transform: { target: 'node20' },
    plugins: [whereItLies({ Visitor, parseAst })],
    output: { dir: folder, format: 'esm' },
  });
  replaceFolder(folder, target);
  writeFileSync(`${target}.seen`, look);
  return true;
}

let isFresh;

/** The file of the bundle that does what a source does; undefined where it is not there, or older than a source. */
export function bundled(file) {
  const path = join(target, `${entries[file]}.js`);
  if (!(file in entries) || !existsSync(path) || !existsSync(`${target}.seen`)) return undefined;
  isFresh ??= readFileSync(`${target}.seen`, 'utf8') === glanceFiles(sources);
  return isFresh ? path : undefined;
}
