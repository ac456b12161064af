import { describe, expect, test } from 'vitest';
import { isTest, production, targets } from './project.ts';

/** The entry points: files that a person, a build or another process starts. */
const entries: [pattern: RegExp, why: string][] = [
  [/^runner\/main-(deno|node)\.ts$/, 'the runner'],
  [/^runner\/cli\/main\.ts$/, 'the `lathe` command'],
  [/^runner\/bench\/[a-z-]+\.ts$/, '`npm run bench -- NAME`'],
  [/^runner\/scripts\/[a-z]+\.mjs$/, 'scripts of package.json'],
  [/^runner\/hosts\/pyodide\/child\/(build|main)\.ts$/, 'built by name: build-child.mjs'],
  [
    /^runner\/hosts\/module\/child\/provided\/(lathe|opencode|child-process)\.ts$/,
    'built by name: build-kit.mjs',
  ],
  [/^runner\/hosts\/carried\/child\/(module|hooks|kit)\.ts$/, 'built by name: build-carried.mjs'],
  [/^runner\/remote\/child\/main\.ts$/, 'started by its path: address-fetch.ts'],
  [/^runner\/remote\/granted\/child\/main\.ts$/, 'started by its path: granted-addresses.ts'],
  [/^runner\/remote\/found\/child\/main\.ts$/, 'started by its path: read-other-programs.ts'],
  [/^web\/main\.ts$/, 'web/index.html'],
  [/^web\/languages\/python\/frame\.ts$/, 'web/sandbox/index.html'],
  [/^web\/languages\/[a-z]+\/(grammar|monaco|texts)\.ts$/, 'found by name: import.meta.glob'],
];

function reachable(): Set<string> {
  const found = new Set<string>();
  const open = production.filter((path) => entries.some(([pattern]) => pattern.test(path)));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path) || isTest(path)) continue;
    found.add(path);
    open.push(...targets(path));
  }
  return found;
}

describe('reachable files', () => {
  const reached = reachable();

  test('every entry exists', () => {
    const missing = entries.filter(([pattern]) => !production.some((path) => pattern.test(path)));
    expect(missing).toEqual([]);
  });

  test('every file is reached from an entry, not from tests alone', () => {
    expect(production.filter((path) => !reached.has(path))).toEqual([]);
  });
});
