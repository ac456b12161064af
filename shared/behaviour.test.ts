import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const tests = ['shared', 'runner', 'web', 'e2e'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec)\.ts$/.test(path))
    .map((path) => readFileSync(join(root, top, path), 'utf8')),
);
const proven = new Set(tests.flatMap((text) => text.match(/\b(?:A\d\.|[B-Z])\d+\b/g) ?? []));
const rows = [
  ...readFileSync(join(root, '.github/BEHAVIOUR.md'), 'utf8').matchAll(
    /^- \[([ x])\] ((?:A\d\.|[B-Z])\d+)\b/gm,
  ),
].map((match) => ({ done: match[1] === 'x', id: match[2] ?? '' }));

test('every behaviour that is called done has a test that bears its id', () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((row) => row.done && !proven.has(row.id)).map((row) => row.id)).toEqual([]);
});

test('no behaviour is listed twice', () => {
  const ids = rows.map((row) => row.id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});
