import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createLogger, runnerImport, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const logger = createLogger();
const warn = logger.warn.bind(logger);
// Pyodide's loader names Node's modules, which it never comes to use in a browser.
logger.warn = (text, options) => {
  if (!text.includes('pyodide.asm.mjs')) warn(text, options);
};

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}
const apart = /\/web\/sandbox\/|monaco|\.css$/;

/** Asks of a module whether a file comes with it: imports it, or what imports it, before anything is asked of that. */
function comesWith(root: RegExp): (id: string, graph: Graph) => boolean {
  const known = new Set<string>();
  // `seen` are those on the way of this question.
  return function comes(id: string, graph: Graph, seen = new Set<string>()): boolean {
    if (known.has(id)) return true;
    // Modules that import each other come to themselves again, which says nothing of the other ways to them.
    if (seen.has(id)) return false;
    seen.add(id);
    const found =
      root.test(id) ||
      (graph.getModuleInfo(id)?.importers.some((one) => comes(one, graph, seen)) ?? false);
    if (found) known.add(id);
    return found;
  };
}
const comesAtStart = comesWith(/\/web\/main\.ts$/);
const comesSoon = comesWith(/\/web\/soon\.ts$/);

const ownFileSchemas = /\/web\/monaco\/file-schemas\.ts$/;
/** What the page never comes to use, and what it says then; both stand in the way of the first key press. */
const unused: [RegExp, string][] = [
  [
    /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/,
    'zod writes no JSON Schema in the page',
  ],
  [
    /\/svelte\/src\/internal\/client\/dom\/elements\/custom-element\.js$/,
    'No component of the page is an element of its own',
  ],
];

/**
 * Writes the JSON Schemas of the editor's files into the page while it is built, and leaves out the part of zod
 * that would write them there, and others that nothing asks for: some 9 kB before the first key press.
 */
const leftOutAtBuild: Plugin = {
  name: 'left-out-at-build',
  apply: 'build',
  enforce: 'pre',
  async load(path) {
    if (ownFileSchemas.test(path)) {
      const { module } = await runnerImport<typeof import('./web/monaco/file-schemas.ts')>(path);
      return `export const fileSchemas = () => (${JSON.stringify(module.fileSchemas())});`;
    }
    const said = unused.find(([which]) => which.test(path))?.[1];
    if (said === undefined) return undefined;
    const names = readFileSync(path, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
    // Each schema is made with ways to write it, none of which the page takes.
    return [
      `const leftOut = () => () => { throw new Error(${JSON.stringify(said)}); };`,
      ...[...names].map(([, name]) => `export const ${name} = leftOut;`),
    ].join('\n');
  },
};

export default defineConfig({
  root: 'web',
  customLogger: logger,
  plugins: [svelte(), leftOutAtBuild],
  worker: {
    format: 'es',
    rolldownOptions: {
      checks: { eval: false, pluginTimings: false },
      output: {
        // The path decides which policy a worker lives under: Python's allows no connection.
        entryFileNames: ({ name }) =>
          name === 'python-worker' ? 'sandbox/[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  build: {
    outDir: '../dist/web',
    rolldownOptions: {
      input: ['web/index.html', 'web/sandbox/index.html', 'web/sandbox/app/index.html'],
      // Two libraries name eval, which the page's policy refuses and nothing here comes to use.
      checks: { eval: false, pluginTimings: false },
      output: {
        codeSplitting: {
          // What every visitor fetches is compressed as one: pieces of it would each begin anew.
          groups: [
            { name: (id, graph) => (!apart.test(id) && comesAtStart(id, graph) ? 'start' : null) },
            { name: (id, graph) => (!apart.test(id) && comesSoon(id, graph) ? 'soon' : null) },
          ],
        },
      },
    },
    emptyOutDir: true,
    // A data: URL would be refused by the page's own connect-src.
    assetsInlineLimit: 0,
    target: 'es2023',
    chunkSizeWarningLimit: 8000,
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true },
  test: {
    root: '.',
    include: ['shared/**/*.test.ts', 'runner/**/*.test.ts', 'web/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
