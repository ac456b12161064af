// The runner and the command as plain JavaScript: at a start neither is translated, nor are some nine hundred
// files opened one by one. On Node that takes 0.6 s of processor time instead of 2.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { glanceFiles } from './hash-files.mjs';
import { home } from './home.mjs';

/**
 * A folder for each state of the sources: a runner that goes on finds the rest of its own code, whatever is
 * bundled meanwhile.
 */
const bundles = join(home, 'dist/runner');
const MOST_KEPT = 5;
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
    const lies = `new URL(${JSON.stringify(`../../../${from}`)}, import.meta.url).href`;
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

let folder;

/** The folder of the sources as they are; looked at once in a process. */
const ownFolder = () => (folder ??= join(bundles, glanceFiles(sources).slice(0, 16)));

/** The file of the bundle that does what a source does; undefined where none was made of the sources as they are. */
export function bundled(file) {
  const path = join(ownFolder(), `${entries[file]}.js`);
  return file in entries && existsSync(path) ? path : undefined;
}

/** The oldest go. */
function dropOld() {
  const kept = readdirSync(bundles)
    .map((name) => join(bundles, name))
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of kept.slice(MOST_KEPT)) rmSync(path, { recursive: true, force: true });
}

/** Makes a bundle of the sources as they are, if there is none. */
export async function bundleRunner() {
  const target = ownFolder();
  if (existsSync(target)) return;
  const [{ build }, { parseAst }, { Visitor }] = await Promise.all([
    import('rolldown'),
    import('rolldown/parseAst'),
    import('rolldown/utils'),
  ]);
  const made = `${target}.${process.pid}`;
  await build({
    cwd: home,
    input: Object.fromEntries(Object.entries(entries).map(([file, name]) => [name, file])),
    platform: 'node',
    logLevel: 'warn',
    // Packages stay where they are, but for what the translation itself needs.
    external: /^(?!@oxc-project\/)[^./\0]/,
    transform: { target: 'node20' },
    plugins: [whereItLies({ Visitor, parseAst })],
    output: { dir: made, format: 'esm' },
  });
  try {
    renameSync(made, target);
  } catch (error) {
    // Of two that are made at once, the first one's stands.
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  dropOld();
}
