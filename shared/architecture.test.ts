import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const tops = ['shared', 'runner', 'web', 'e2e'];

const walk = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? walk(path) : [path];
  });

const all = tops.flatMap(walk).filter((path) => /\.(ts|mjs|svelte|py|css)$/.test(path));
// The files of `house` serve only tests.
const isTest = (path: string) => /\.test\.|\/fixtures\/|^shared\/house\//.test(path);
const sources = all.filter((path) => !isTest(path) && !path.startsWith('e2e/'));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Static, side-effect and dynamic imports, re-exports and workers named by a URL. */
const specifiers = (path: string): string[] =>
  [
    ...read(path).matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '');

/** A local file that a specifier names, or undefined for a package. */
const target = (path: string, specifier: string): string | undefined => {
  if (!specifier.startsWith('.')) return undefined;
  const bare = specifier.replace(/\?.*$/, '');
  return relative(root, resolve(root, dirname(path), bare));
};

const code = sources.filter((path) => /\.(ts|svelte)$/.test(path));
const imports = new Map(
  code.map((path) => [
    path,
    specifiers(path).flatMap((specifier) => target(path, specifier) ?? []),
  ]),
);

const floors: [RegExp, number][] = [
  [/^shared\/tool\//, 0],
  [/^shared\/(schema|template|returns|commands)\//, 1],
  [/^shared\/languages\//, 2],
  [/^shared\/(formats|registry|protocol)\//, 3],
  [/^(runner|web)\//, 4],
];
const floor = (path: string) => floors.find(([pattern]) => pattern.test(path))?.[1];

/** The only files or folders that may import a package; a folder ends in a slash. */
const soleImporters: [RegExp, string[]][] = [
  [/^monaco-editor(\/|$)/, ['web/monaco/', 'web/languages/']],
  [/^zod-to-json-schema$/, ['shared/schema/to-json-schema.ts']],
  [/^pyodide(\/|$)/, ['runner/hosts/pyodide/', 'web/languages/python/']],
  [/^(hono|@hono\/[a-z-]+)(\/|$)/, ['runner/']],
  [/^@modelcontextprotocol\/client/, ['runner/remote/', 'runner/bench/']],
  [
    /^@modelcontextprotocol\/(?!client)/,
    ['runner/server/mcp/', 'runner/hosts/carried/child/serve.ts'],
  ],
  [/^svelte(\/|$)/, ['web/']],
  [/^marked$/, ['web/markdown/']],
  // Its packages speak with providers of models: in the process that may, and where a request is shown.
  [/^@ai-sdk\//, ['runner/conversations/models/', 'runner/bench/agent.ts']],
  [
    /^node:/,
    [
      'runner/platform/',
      'runner/hosts/pyodide/child/',
      'runner/hosts/module/child/',
      // Reads a pipe as only `node:net` does: without another thread.
      'runner/remote/child/main.ts',
      // Runs in a plain Node, wherever a tool was taken.
      'runner/hosts/carried/child/',
      // Benchmarks measure from outside: they start processes and read files.
      'runner/bench/',
    ],
  ],
];

describe('the house', () => {
  test('every source belongs to a floor', () => {
    expect(code.filter((path) => floor(path) === undefined)).toEqual([]);
  });

  test('a file imports from its own floor or below', () => {
    const breaches = [...imports].flatMap(([path, targets]) =>
      targets.filter((to) => (floor(to) ?? 0) > (floor(path) ?? 0)).map((to) => `${path} -> ${to}`),
    );
    expect(breaches).toEqual([]);
  });

  test('web and runner meet only in shared', () => {
    const breaches = [...imports].flatMap(([path, targets]) =>
      targets
        .filter(
          (to) =>
            (path.startsWith('web/') && to.startsWith('runner/')) ||
            (path.startsWith('runner/') && to.startsWith('web/')),
        )
        .map((to) => `${path} -> ${to}`),
    );
    expect(breaches).toEqual([]);
  });

  test('imports name files that exist', () => {
    const breaches = [...imports].flatMap(([path, targets]) =>
      targets.filter((to) => !existsSync(join(root, to))).map((to) => `${path} -> ${to}`),
    );
    expect(breaches).toEqual([]);
  });

  test('no import cycles', () => {
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, trail: string[]): void => {
      const at = trail.indexOf(path);
      if (at >= 0) {
        cycles.push([...trail.slice(at), path].join(' -> '));
        return;
      }
      if (done.has(path)) return;
      for (const to of imports.get(path) ?? []) visit(to, [...trail, path]);
      done.add(path);
    };
    for (const path of imports.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });

  test('a package with one importer has one importer', () => {
    const breaches = code.flatMap((path) =>
      specifiers(path).flatMap((specifier) =>
        soleImporters
          .filter(
            ([pattern, allowed]) =>
              pattern.test(specifier) && !allowed.some((prefix) => path.startsWith(prefix)),
          )
          .map(() => `${path} -> ${specifier}`),
      ),
    );
    expect(breaches).toEqual([]);
  });

  test('only the platform and the child processes use the Deno global', () => {
    const allowed =
      /^runner\/(platform\/|(hosts\/(pyodide|module)|sources\/external|conversations\/models|remote|remote\/(found|granted))\/child\/)/;
    const breaches = code.filter((path) => !allowed.test(path) && /\bDeno\.[a-z]/.test(read(path)));
    expect(breaches).toEqual([]);
  });

  test('shared knows no language outside its folder', () => {
    const breaches = code.filter(
      (path) =>
        path.startsWith('shared/') &&
        !path.startsWith('shared/languages/') &&
        /language\s*===\s*['"]/.test(read(path)),
    );
    expect(breaches).toEqual([]);
  });

  const lengths = sources.map((path) => ({ path, lines: read(path).trimEnd().split('\n').length }));
  const sorted = lengths.map((file) => file.lines).sort((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

  test('no file is longer than 250 lines', () => {
    expect(lengths.filter((file) => file.lines > 250)).toEqual([]);
  });

  test('files are small: half have at most 70 lines, all but 5 in 100 at most 180', () => {
    expect(percentile(0.5)).toBeLessThanOrEqual(70);
    expect(percentile(0.95)).toBeLessThanOrEqual(180);
  });

  test('no file says that it is unfinished', () => {
    const words = /\b(TODO|FIXME|XXX)\b|\b(test|it|describe)\.(skip|todo|only)\(/;
    expect(all.filter((path) => words.test(read(path).replace(/const words = .*/, '')))).toEqual(
      [],
    );
  });
});
