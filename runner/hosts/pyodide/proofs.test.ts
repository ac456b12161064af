import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Engine } from './engine.ts';
import { openProofs } from './proofs.ts';

const made: string[] = [];
afterEach(() => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

/** An image, an engine and a box that nobody starts. */
function ground() {
  const imageDirectory = mkdtempSync(join(tmpdir(), 'lathe-proofs-'));
  made.push(imageDirectory);
  const directory = mkdtempSync(join(imageDirectory, 'image-'));
  const [binary, bwrap] = [join(imageDirectory, 'deno'), join(imageDirectory, 'bwrap')];
  for (const path of [binary, bwrap, join(directory, 'main.mjs')]) writeFileSync(path, 'one');
  const engine: Engine = {
    ...{ id: 'deno', binary, version: 'deno 1', env: {} },
    sealed: () => [],
    dangerouslyOpen: () => [],
  };
  const command = { command: bwrap, args: ['--unshare-all'] };
  return { engine, bwrap, boot: 'one', imageDirectory, directory, command };
}
type Ground = ReturnType<typeof ground>;

const held = async (given: Parameters<typeof openProofs>[0]) =>
  (await openProofs(given)).isProven();

const changes: [string, (given: Ground) => Parameters<typeof openProofs>[0]][] = [
  ['the machine was started again', (given) => ({ ...given, boot: 'another' })],
  ['nobody knows since when it runs', (given) => ({ ...given, boot: undefined })],
  ['there is no box', ({ bwrap: _, ...given }) => given],
  [
    'a sandbox is started otherwise',
    (given) => ({ ...given, command: { ...given.command, args: [] } }),
  ],
  [
    'the engine is another',
    (given) => ({ ...given, engine: { ...given.engine, version: 'deno 2' } }),
  ],
  ...(['deno', 'bwrap'] as const).map((name): (typeof changes)[number] => [
    `the program ${name} was changed`,
    (given) => {
      appendFileSync(join(given.imageDirectory, name), ' two');
      return given;
    },
  ]),
  [
    'the image was changed',
    (given) => {
      appendFileSync(join(given.directory, 'main.mjs'), ' two');
      return given;
    },
  ],
  [
    'what was kept is damaged',
    (given) => {
      writeFileSync(join(given.imageDirectory, 'proven-deno.json'), '{"key":');
      return given;
    },
  ],
];

test.each(changes)('what was proven counts no more where %s', async (_, change) => {
  const given = ground();
  expect(await held(given)).toBe(false);
  await (await openProofs(given)).keep();
  expect(await held(given)).toBe(true);
  const changed = change(given);
  expect(await held(changed)).toBe(false);
});
