import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeDisk } from '../../../platform/disk/node-disk.ts';
import { asksOutside } from './asks-outside.ts';
import { fileAccess } from './file-access.ts';

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-access-')));
  for (const folder of ['ws/files/sub', 'ws/.lathe', 'more', 'out'])
    mkdirSync(`${root}/${folder}`, { recursive: true });
  for (const file of ['ws/files/a.txt', 'out/o.txt']) writeFileSync(`${root}/${file}`, '');
  const links: [string, string][] = [
    [`${root}/out`, 'up'],
    [`${root}/out/none.txt`, 'dangling'],
    ['round', 'round'],
    [`${root}/ws/.lathe`, 'records'],
    ['a.txt', 'own'],
  ];
  for (const [target, link] of links) symlinkSync(target, `${root}/ws/files/${link}`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const access = (written: string, disk: Partial<typeof nodeDisk> = {}) =>
  fileAccess(written.replace('ROOT', root), {
    disk: { ...nodeDisk, ...disk },
    boundary: `${root}/ws/files`,
    directory: `${root}/ws/files`,
    allowed: [`${root}/more`],
    closed: [`${root}/ws/.lathe`],
  });

describe('A3.32: the access of a path', () => {
  test.each([
    ['', 'inside', 'ROOT/ws/files'],
    ['a.txt', 'inside', 'ROOT/ws/files/a.txt'],
    ['.//sub/./', 'inside', 'ROOT/ws/files/sub'],
    ['sub/../a.txt', 'inside', 'ROOT/ws/files/a.txt'],
    ['own', 'inside', 'ROOT/ws/files/a.txt'],
    ['ROOT/ws/files/a.txt', 'inside', 'ROOT/ws/files/a.txt'],
    ['ROOT/more/x', 'inside', 'ROOT/more/x'],
    ['no/deep/x', 'inside', 'ROOT/ws/files/no/deep/x'],
    ['no//./x', 'inside', 'ROOT/ws/files/no/x'],
    ['no/../'.repeat(9) + '../../../../../../x', 'outside', '/x'],
    ['a.txt/below', 'inside', 'ROOT/ws/files/a.txt/below'],
    ['no/./../sub/x', 'inside', 'ROOT/ws/files/sub/x'],
    ['no/../up/x', 'outside', 'ROOT/out/x'],
    ['no/../../x', 'outside', 'ROOT/ws/x'],
    ['no/a/../../../../out/o.txt', 'outside', 'ROOT/out/o.txt'],
    ['up', 'outside', 'ROOT/out'],
    ['up/o.txt', 'outside', 'ROOT/out/o.txt'],
    ['up/../out/x', 'outside', 'ROOT/out/x'],
    ['dangling', 'outside', 'ROOT/out/none.txt'],
    ['/', 'outside', '/'],
    ['/no-such-folder', 'outside', '/no-such-folder'],
    ['ROOT/ws/files2', 'outside', 'ROOT/ws/files2'],
  ])('%s is %s: %s', async (written, kind, path) => {
    const found = await access(written);
    const real = path.replace('ROOT', root);
    expect(found).toEqual({ kind, path: real });
    const asked = asksOutside(found).map(({ code, values }) => [code, values?.path]);
    expect(asked).toEqual(kind === 'outside' ? [['outside-workspace', real]] : []);
  });

  const circles = '"PATH" cannot be reached; its links may form a loop';
  const closed = '"ROOT/ws/.lathePATH" is in "ROOT/ws/.lathe", which no tool may open';
  const long = (bytes: number) =>
    `The path has ${bytes} characters; the system accepts fewer than 4096 bytes`;
  const name = (shown: string) =>
    `The name "${shown}…" exceeds the limit of 255 bytes for file names`;
  test.each([
    ['a\0', 'The path contains a NUL character, which no path can'],
    ['/a'.repeat(2048), long(4096)],
    ['/你'.repeat(1024), long(2048)],
    [`sub/${'n'.repeat(256)}/x`, name('n'.repeat(40))],
    ['你'.repeat(86), name('你'.repeat(40))],
    ['round', circles.replace('PATH', 'round')],
    ['../.lathe', closed.replace('PATH', '')],
    ['../.lathe/new', closed.replace('PATH', '/new')],
    ['records/new', closed.replace('PATH', '/new')],
    ['no/../../.lathe/x', closed.replace('PATH', '/x')],
  ])('%# is refused', async (written, reason) => {
    const found = await access(written);
    const message = found.kind === 'refused' ? found.reason.message : found.kind;
    expect(message).toBe(reason.replaceAll('ROOT', root));
    expect(asksOutside(found)).toEqual([]);
  });

  test.each([
    ['n'.repeat(255), 'inside'],
    [`${'你'.repeat(85)}`, 'inside'],
    ['/a'.repeat(2047) + '/', 'outside'],
  ])('%# has the maximum length', async (written, kind) => {
    expect((await access(written)).kind).toBe(kind);
  });
});

describe('A3.32: where the runner may not look, a system program resolves the path', () => {
  const forbidden = () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }));
  const absent = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOENT' }));
  const odd = () => Promise.reject('odd');
  const untold = { real: absent, look: forbidden };
  test.each<[string, Partial<typeof nodeDisk>, string, string, string]>([
    ['is not told', { real: forbidden }, 'up/o.txt', 'outside', 'ROOT/out/o.txt'],
    ['is not told why', { real: odd }, 'own', 'inside', 'ROOT/ws/files/a.txt'],
    ['may not tell a link', untold, 'up/none', 'outside', 'ROOT/out/none'],
  ])('where it %s', async (_, disk, written, kind, path) => {
    expect(await access(written, disk)).toEqual({ kind, path: path.replace('ROOT', root) });
  });

  test('a path that it cannot resolve is refused', async () => {
    const found = await access('round', { real: forbidden });
    // A circle has no real path, and the system names the link itself.
    expect(found).toEqual({ kind: 'inside', path: `${root}/ws/files/round` });
    const named = Object.assign(new Error('no'), { code: 'ENAMETOOLONG' });
    const refused = await access('a.txt', { real: () => Promise.reject(named) });
    expect(refused.kind).toBe('refused');
    const nowhere = await access('a.txt', { real: absent, look: async () => undefined });
    expect(nowhere.kind).toBe('refused');
  });
});
