import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { onlyThese, openedBy } from './writable-folders.ts';

const files = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-test-')));
afterAll(() => rmSync(files, { recursive: true }));
mkdirSync(`${files}/sub/it's`, { recursive: true });
symlinkSync('/etc', `${files}/link`);
const sight = { files, allowed: [], directory: files, writable: true };

test.each([
  [undefined, 0],
  [[], 0],
  [['sub'], 1],
  [['sub', "sub/it's"], 2],
  [['link'], undefined],
  [['sub', 'link'], undefined],
  [['gone'], undefined],
])('of the folders %j so many can be opened: %j', async (writes, count) => {
  expect((await openedBy({ ...sight, ...(writes ? { writes } : {}) }))?.length).toBe(count);
});

test('a sandbox that shows another folder than was checked does not start', async () => {
  const opened = (await openedBy({ ...sight, writes: ['sub', "sub/it's"] })) ?? [];
  const begin = (some: typeof opened) =>
    spawnSync('/bin/sh', ['-c', `${onlyThese(some)}echo begun`], { encoding: 'utf8' });
  expect(begin(opened)).toMatchObject({ status: 0, stdout: 'begun\n', stderr: '' });
  const [first, second] = opened.map(([path]) => path);
  const swapped = opened.map(
    ([, identity], at) => [(at ? first : second) ?? '', identity] as const,
  );
  expect(begin(swapped)).toMatchObject({ status: 125, stdout: '' });
  expect(begin(swapped).stderr).toMatch(/^bwrap: "[^\n]*" is another folder now\n$/);
});
