import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeDisk } from './node-disk.ts';
import { paced } from '../process/paced.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lathe-disk-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

describe('a file is read only as the kind that was listed', () => {
  const rows: [what: string, between: (path: string) => void, read: string | undefined][] = [
    ['untouched', () => undefined, 'listed'],
    ['written again', (path) => writeFileSync(path, 'another, and longer'), 'another, and longer'],
    ['emptied', (path) => writeFileSync(path, ''), ''],
    [
      'replaced by another file',
      (path) => {
        writeFileSync(`${path}.new`, 'new');
        renameSync(`${path}.new`, path);
      },
      'new',
    ],
    ['gone', (path) => rmSync(path), undefined],
    ['a link by then', (path) => (rmSync(path), symlinkSync('/etc/hostname', path)), undefined],
    ['a pipe by then', (path) => (rmSync(path), execFileSync('mkfifo', [path])), undefined],
    ['grown large', (path) => writeFileSync(path, 'x'.repeat(1e6)), 'x'.repeat(1e6)],
  ];
  test.each(rows)('%s', async (_, between, read) => {
    const path = join(folder, 'file');
    writeFileSync(path, 'listed');
    const [listed] = (await nodeDisk.list(folder)) ?? [];
    between(path);
    expect(text(await nodeDisk.read(path, listed))).toBe(read);
    expect(text(await nodeDisk.read(path))).toBe(read);
  });

  test('the subfolders of a folder are neither files nor links', async () => {
    for (const name of ['b', 'a/inner']) await nodeDisk.makeFolder(join(folder, name));
    writeFileSync(join(folder, 'c'), '');
    symlinkSync('a', join(folder, 'd'));
    expect(await nodeDisk.folders(folder)).toEqual(['a', 'b']);
    expect(await nodeDisk.folders(join(folder, 'nowhere'))).toBeUndefined();
  });
});

test('long work lets the event loop run, and all of it is done', async () => {
  await new Promise((settle) => setImmediate(settle));
  let turned = false;
  setImmediate(() => void (turned = true));
  const work = (n: number) => {
    const until = performance.now() + 15;
    while (performance.now() < until);
    return { n, turned };
  };
  const done = await Promise.all([1, 2, 3].map((n) => paced(() => work(n))));
  expect(done.map(({ n }) => n)).toEqual([1, 2, 3]);
  expect(done[2]?.turned).toBe(true);
});

test('a failed write leaves no temporary file, and reports why', async () => {
  const path = join(folder, 'taken');
  await nodeDisk.makeFolder(join(path, 'inner'));
  await expect(nodeDisk.write(path, 'text')).rejects.toThrow();
  expect((await nodeDisk.list(folder))?.map(({ name }) => name)).toEqual(['taken']);
});
