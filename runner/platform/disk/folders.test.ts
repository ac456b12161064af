import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { mayBeOpened, tempDirectory } from './folders.ts';

const person = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-person-')));
mkdirSync(join(person, 'mine/temporary'), { recursive: true });
mkdirSync(join(person, 'workspace/files'), { recursive: true });
symlinkSync(join(person, 'mine/temporary'), join(person, 'link'));
afterAll(() => rmSync(person, { recursive: true }));
afterEach(() => void vi.unstubAllEnvs());

const workspace = join(person, 'workspace');

test.each([
  ['', false],
  ['mine', false],
  ['mine/temporary', false],
  ['mine/temporary/lathe-a1B2c3', false],
  ['mine/temporary/lathe-a1B2c3/sockets', false],
  ['mine/temporary/lathe-notes', true],
  ['mine/temporary/notes', true],
  ['mine/other', true],
  ['mine/temporary2', true],
  ['workspace/files', true],
  ['workspace/.lathe', false],
])('S3 with sockets in a folder of the user, "%s" may be opened: %s', (folder, may) => {
  for (const temporary of ['mine/temporary', 'link']) {
    vi.stubEnv('TMPDIR', join(person, temporary));
    expect(mayBeOpened(join(person, folder).replace(/\/$/, ''), workspace)).toBe(may);
  }
});

test('S3 the files of a temporary workspace may be opened', () => {
  const brief = join(realpathSync(tmpdir()), 'lathe-a1B2c3');
  expect(mayBeOpened(join(brief, 'files'), brief)).toBe(true);
  expect(mayBeOpened(join(brief, '.lathe'), brief)).toBe(false);
});

test('S3 the folder of a sandbox is not opened to another', async () => {
  const temp = await tempDirectory();
  expect(mayBeOpened(realpathSync(await temp.makeDirectory('sockets')), workspace)).toBe(false);
  await temp.remove();
});
