import { expect, test } from 'vitest';
import { isPathContained } from './is-path-contained.ts';

test.each<[string, string, boolean]>([
  ['/srv/app', '/srv/app', true],
  ['/srv/app', '/srv/app/', true],
  ['/srv/app/', '/srv/app', true],
  ['/srv/app/', '/srv/app/a/b.txt', true],
  ['/srv/app', '/srv/app/./a//b', true],
  ['/', '/etc/passwd', true],
  ['/srv/app', '/srv/app2', false],
  ['/srv/app', '/srv/app2/a', false],
  ['/srv/app', '/srv/ap', false],
  ['/srv/app', '/srv', false],
  ['/srv/app', '/srv/app/../app2/a', false],
  ['/srv/app', '/srv/app/a/../../b', false],
  ['/srv/app', '/srv/app/a/../b', true],
  ['/srv/app', '/srv/App/a', false],
  ['/srv/./app', '/srv/app/a', true],
  ['/srv//app', '/srv/app', true],
  ['/srv/app', 'a', false],
  ['/srv/app', '../app/a', false],
  ['/srv/app', '', false],
  ['', '/srv/app', false],
  ['/srv/app', '/srv/app/a\0/../../etc', false],
  ['/srv/app', '/srv/app/..hidden', true],
  ['C:\\Work', 'c:/work/a.txt', true],
  ['C:\\Work', 'C:\\Work\\..\\Windows', false],
  ['C:\\Work', 'C:\\Workshop', false],
  ['C:\\Work', 'C:\\..\\..\\Work\\a', true],
  ['C:\\Work\\a', 'C:\\Work', false],
  ['//host/share/work', '//HOST/share/work/a', true],
  ['\\\\host\\share\\work', '\\\\hast\\share\\work\\a', false],
  ['\\\\host\\share\\work', '\\\\host\\shore\\work\\a', false],
  ['\\\\host', '\\\\host\\share', false],
  ['C:\\Work', 'D:\\Work\\a', false],
  ['C:\\Work', '/Work/a', false],
  ['\\\\host\\share\\work', '\\\\HOST\\share\\work\\a', true],
  ['\\\\host\\share\\work', '\\\\host\\other\\work\\a', false],
  ['\\\\host\\share\\work', '\\\\host\\share\\work\\..\\..\\..\\other\\work', false],
])('A3.32: %j contains %j: %s', (boundary, target, held) => {
  expect(isPathContained(boundary, target)).toBe(held);
});

test('A3.32: on a file system that ignores case, so does the boundary', () => {
  expect(isPathContained('/Users/Ann/Work', '/users/ann/work/a', { caseless: true })).toBe(true);
  expect(isPathContained('/Users/Ann/Work', '/users/ann/workshop', { caseless: true })).toBe(false);
});
