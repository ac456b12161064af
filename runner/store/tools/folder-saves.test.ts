import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { FolderSaves, readFolderAt, writeFolder } from './folder-saves.ts';

let workspace: string;
beforeEach(() => void (workspace = mkdtempSync(join(tmpdir(), 'lathe-saves-'))));
afterEach(() => rmSync(workspace, { recursive: true }));
const root = () => join(workspace, 'tools/t');

const before: Folder = { 'a.json': '1', 'b.py': '1', 'old/c': '1', d: '1' };
const next: Folder = { 'a.json': '2', 'b.py': '2', 'new/e': '2', 'd/f': '2' };

/** A disk whose process dies before its `count`th change; everything that it is asked for later fails, too. */
function dying(count: number): { disk: Disk; isDead: () => boolean } {
  let left = count;
  const change =
    <Given extends unknown[]>(work: (...given: Given) => Promise<void>) =>
    (...given: Given): Promise<void> => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('dead')) : work(...given);
    };
  const { write, move, moveFiles, remove, makeFolder } = nodeDisk;
  const disk = {
    ...nodeDisk,
    ...{ write: change(write), move: change(move) },
    ...{ remove: change(remove), makeFolder: change(makeFolder) },
    moveFiles: async (moves: Parameters<Disk['moveFiles']>[0]) => {
      for (const one of moves) await change(() => moveFiles([one]))();
    },
  };
  return { disk, isDead: () => left < 0 };
}

const onDisk = (): Folder =>
  Object.fromEntries(
    readdirSync(root(), { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? [[path.slice(root().length + 1), readFileSync(path, 'utf8')]] : [];
    }),
  );

test('after a crash at any moment, reads give the old or the new version, and the next start completes it', async () => {
  const ends = new Set<string>();
  for (let count = 0; ; count += 1) {
    rmSync(root(), { recursive: true, force: true });
    await writeFolder(nodeDisk, root(), before);
    const { disk, isDead } = dying(count);
    const saved = new FolderSaves(disk, workspace).replace('t', before, next);
    const isSaved = await saved.then(
      () => true,
      () => false,
    );
    const { files } = await readFolderAt(nodeDisk, root());
    expect([before, next], `read after ${count} changes`).toContainEqual(files);
    if (isSaved) expect(files).toEqual(next);
    await new FolderSaves(nodeDisk, workspace).finishAll();
    expect(onDisk(), `on disk after ${count} changes`).toEqual(files);
    expect((await nodeDisk.list(join(workspace, '.lathe/saving'))) ?? []).toEqual([]);
    ends.add(files['a.json'] === '1' ? 'old' : 'new');
    if (!isDead()) break;
  }
  expect([...ends]).toEqual(['old', 'new']);
});

test('a save that fails half way leaves the folder unchanged', async () => {
  await writeFolder(nodeDisk, root(), before);
  let moves = 0;
  const refusing: Disk = {
    ...nodeDisk,
    moveFiles: async (all) => {
      for (const one of all) {
        if ((moves += 1) === 2) throw new Error('refused');
        await nodeDisk.moveFiles([one]);
      }
    },
  };
  const saves = new FolderSaves(refusing, workspace);
  await expect(saves.replace('t', before, next)).rejects.toThrow('refused');
  expect(onDisk()).toEqual(before);
  await saves.finishAll();
  expect(onDisk()).toEqual(before);
});

test('another process that reads during saves sees no mix of two versions', async () => {
  const version = (at: number): Folder =>
    Object.fromEntries(['a', 'b', 'c', at % 2 ? 'd' : 'e/f'].map((name) => [name, `${at}`]));
  await writeFolder(nodeDisk, root(), version(0));
  let isDone = false;
  const seen = new Set<string>();
  const read = async () => {
    while (!isDone) {
      const { files } = await readFolderAt(nodeDisk, root());
      const values = new Set(Object.values(files));
      expect([...values], JSON.stringify(files)).toHaveLength(1);
      expect(Object.keys(files)).toHaveLength(4);
      seen.add([...values].join());
      await new Promise((settle) => setImmediate(settle));
    }
  };
  const save = async () => {
    const saves = new FolderSaves(nodeDisk, workspace);
    for (let at = 1; at <= 25; at += 1) await saves.replace('t', version(at - 1), version(at));
    isDone = true;
  };
  await Promise.all([save(), read()]);
  expect(seen.size).toBeGreaterThan(2);
}, 120_000);

test('damaged steps, and steps of a deleted folder, do no harm', async () => {
  await writeFolder(nodeDisk, root(), before);
  const saving = join(workspace, '.lathe/saving');
  await nodeDisk.write(join(saving, 't/steps.json'), '[{"path":');
  await nodeDisk.write(join(saving, 'gone/steps.json'), '[{"path":"a","staged":"0"}]');
  await nodeDisk.write(join(saving, 'gone/0'), 'x');
  expect((await readFolderAt(nodeDisk, root())).files).toEqual(before);
  await new FolderSaves(nodeDisk, workspace).finishAll();
  expect(onDisk()).toEqual(before);
  expect(readdirSync(join(workspace, 'tools'))).toEqual(['t']);
});
