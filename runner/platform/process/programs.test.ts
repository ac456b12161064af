import { existsSync } from 'node:fs';
import process from 'node:process';
import { expect, test } from 'vitest';
import { findPrograms } from './programs.ts';

test('promise 3: a sandbox gets no permissions from the way its engine is named', () => {
  const { deno, node } = findPrograms();
  expect(node).toBe(process.execPath);
  // Deno gives all rights to what it starts by its own path, as it is written.
  expect(deno ?? '/./').toContain('/./');
  expect(deno === undefined || existsSync(deno)).toBe(true);
});
