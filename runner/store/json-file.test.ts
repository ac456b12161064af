import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Question } from '../../shared/registry/approval/approve.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { Grants } from './grants.ts';
import { JsonFile } from './json-file.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'lathe-json-'));

/** A disk that gives no file while it is told so. */
function failingDisk() {
  const state = { fails: true };
  const disk: Disk = {
    ...nodeDisk,
    read(path, listed) {
      if (state.fails) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
      return nodeDisk.read(path, listed);
    },
  };
  return { disk, state };
}

test('a file that cannot be read for a moment is neither set aside nor replaced', async () => {
  const path = join(folder(), 'numbers.json');
  writeFileSync(path, '[1]');
  const { disk, state } = failingDisk();
  const file = new JsonFile(disk, path, z.array(z.number()), []);
  expect(await file.read()).toMatchObject({ value: [], isDamaged: true });
  await file.mend();
  await expect(file.update((kept) => [...kept, 2])).rejects.toThrow('could not be read (EMFILE)');
  expect(readFileSync(path, 'utf8')).toBe('[1]');
  state.fails = false;
  expect(await file.update((kept) => [...kept, 2])).toEqual([1, 2]);
  expect(readdirSync(join(path, '..'))).toEqual(['numbers.json']);
});

test('a damaged file is set aside before anything is written', async () => {
  const path = join(folder(), 'numbers.json');
  writeFileSync(path, '[1');
  const file = new JsonFile(nodeDisk, path, z.array(z.number()), []);
  expect(await file.update((kept) => [...kept, 2])).toEqual([2]);
  const aside = readdirSync(join(path, '..')).find((name) => name !== 'numbers.json');
  expect(readFileSync(join(path, '..', aside ?? ''), 'utf8')).toBe('[1');
});

test('decisions that could not be read at the start are kept beside those made since', async () => {
  const workspace = folder();
  const decided = { answer: 'allow', scope: 'always', covers: 'exact' } as const;
  const question = (text: string): Question => ({
    ...{ type: 'execute', title: 'Run t', runId: 'r', pattern: 't', about: 'execution' },
    ...{ tool: 't', text, arguments: {}, reasons: [] },
  });
  await (await Grants.open(nodeDisk, workspace)).remember(question('before'), 'h', decided);
  const { disk, state } = failingDisk();
  const grants = await Grants.open(disk, workspace);
  expect([grants.isDamaged, grants.list()]).toEqual([true, []]);
  await expect(grants.remember(question('lost'), 'h', decided)).rejects.toThrow('EMFILE');
  state.fails = false;
  await grants.remember(question('after'), 'h', decided);
  const kept = await Grants.open(nodeDisk, workspace);
  expect(kept.list().map(({ text }) => text)).toEqual(['after', 'before']);
});
