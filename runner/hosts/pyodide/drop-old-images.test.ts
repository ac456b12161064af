import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dropOldImages } from './image.ts';

const DAY_MS = 24 * 3600 * 1000;

test('images of last month are removed, newer ones and other files stay', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'images-'));
  const now = Date.now();
  for (const [name, days] of [
    ['deno-old', 31],
    ['.half-written', 90],
    ['deno-young', 29],
    ['node-new', 0],
  ] as const) {
    mkdirSync(join(directory, name));
    writeFileSync(join(directory, name, 'image.bin'), 'x');
    const then = new Date(now - days * DAY_MS);
    utimesSync(join(directory, name), then, then);
  }
  writeFileSync(join(directory, 'note'), '');
  expect((await dropOldImages(directory, now)).sort()).toEqual(['.half-written', 'deno-old']);
  expect(readdirSync(directory).sort()).toEqual(['deno-young', 'node-new', 'note']);
  expect(await dropOldImages(join(directory, 'absent'))).toEqual([]);
});
