import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { openResources } from './resources.ts';

const ground = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-resources-')));
afterAll(() => rm(ground, { recursive: true }));
const put = (path: string, text: string | Uint8Array) => {
  mkdirSync(join(ground, path, '..'), { recursive: true });
  writeFileSync(join(ground, path), text);
  return pathToFileURL(join(ground, path)).href;
};
put('outside/note.txt', 'secret');

test('M17 a folder that becomes a link after the check reveals nothing', async () => {
  const uri = put('files/deep/note.txt', 'shared');
  const disk = {
    ...nodeDisk,
    async look(path: string) {
      const entry = await nodeDisk.look(path);
      if (path.endsWith('note.txt')) {
        renameSync(join(ground, 'files/deep'), join(ground, 'files/was'));
        symlinkSync(join(ground, 'outside'), join(ground, 'files/deep'));
      }
      return entry;
    },
  };
  expect(await openResources(disk, join(ground, 'files')).read(uri)).toBeUndefined();
});

test('M17 a file of up to 16 MiB is read, and a larger one is not', async () => {
  const { read } = openResources(nodeDisk, join(ground, 'sizes'));
  const most = 16 * 1024 * 1024;
  const whole = await read(put('sizes/most.txt', 'a'.repeat(most)));
  expect(whole).toMatchObject([{ mimeType: 'text/plain' }]);
  expect(JSON.stringify(whole).length).toBeGreaterThan(most);
  expect(await read(put('sizes/more.txt', 'a'.repeat(most + 1)))).toBeUndefined();
});

test('M17 files in a folder behind a link are read', async () => {
  put('real/a.txt', 'found');
  symlinkSync(join(ground, 'real'), join(ground, 'by-link'));
  const folder = join(ground, 'by-link');
  const uri = pathToFileURL(join(folder, 'a.txt')).href;
  expect(await openResources(nodeDisk, folder).read(uri)).toMatchObject([{ text: 'found' }]);
});
