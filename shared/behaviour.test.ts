import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const idIn = /\b(?:A\d\.|[B-Z])\d+\b/g;

/** Imports of tests that start the real program: a runner, or the command. */
const starter = /\/(?:on-both-engines|start-runner|start-lathe)\.ts'/;
/** Tests that go through a door: HTTP and MCP of a real runner, the command line, the page in a browser. */
const isDoor = (path: string, text: string): boolean =>
  /^runner\/server\/conformance\/|^runner\/cli\/[^/]+\.test\.ts$|^e2e\/.*\.spec\.ts$/.test(path) ||
  starter.test(text);

const tests = ['shared', 'runner', 'web', 'e2e'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec)\.ts$/.test(path))
    .map((path) => ({ path: `${top}/${path}`, text: readFileSync(join(root, top, path), 'utf8') })),
);
const idsIn = (some: typeof tests) => new Set(some.flatMap(({ text }) => text.match(idIn) ?? []));
const proven = idsIn(tests);
const atDoors = idsIn(tests.filter(({ path, text }) => isDoor(path, text)));

const rows = [
  ...readFileSync(join(root, '.github/BEHAVIOUR.md'), 'utf8').matchAll(
    /^- \[([ x])\] ((?:A\d\.|[B-Z])\d+)\b/gm,
  ),
].map((match) => ({ done: match[1] === 'x', id: match[2] ?? '' }));

/** Lines that are proven elsewhere, with why no entry point can show them. */
const elsewhere: Readonly<Record<string, string>> = {
  'A1.44': 'it says what a format has no place for, which its reader shows',
  'A3.32':
    'drives, shares and races between a look and an opening need a machine and a moment of their own',
};

test('every behaviour that is marked as done has a test with its id', () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((row) => row.done && !proven.has(row.id)).map((row) => row.id)).toEqual([]);
});

test('the requirements of the formats are proven at an entry point', () => {
  const unproven = rows.filter(
    ({ done, id }) => done && id.startsWith('A') && !atDoors.has(id) && !(id in elsewhere),
  );
  expect(unproven.map(({ id }) => id)).toEqual([]);
});

test('every excuse is needed', () => {
  const done = new Set(rows.filter((row) => row.done).map(({ id }) => id));
  const idle = Object.keys(elsewhere).filter((id) => atDoors.has(id) || !done.has(id));
  expect(idle).toEqual([]);
});

test('no behaviour is listed twice', () => {
  const ids = rows.map((row) => row.id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});
