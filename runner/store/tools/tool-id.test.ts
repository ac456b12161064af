import { expect, test } from 'vitest';
import { isFolderName, isToolId, toToolId } from './tool-id.ts';

test.each(['calc', 'text_len', 'a', `a${'b'.repeat(63)}`])('"%s" is a valid id', (id) => {
  expect(isToolId(id)).toBe(true);
});

test.each([
  '',
  'A',
  '1a',
  '_a',
  'a-b',
  'a.b',
  'a b',
  'é',
  'con',
  'nul',
  'a\n',
  `a${'b'.repeat(64)}`,
])('"%s" is not a valid id', (id) => expect(isToolId(id)).toBe(false));

test.each(['Calc', 'a-b', 'a b', '数', 'a.b'])('an existing folder "%s" is read', (name) => {
  expect(isFolderName(name)).toBe(true);
});

test.each(['', '.', '..', '.git', '.lathe', 'a/b', 'a\\b', 'a\0', 'con', '__proto__', 'a:b'])(
  'a folder "%s" is not',
  (name) => expect(isFolderName(name)).toBe(false),
);

test.each([
  ['Calc', 'calc'],
  ['my-tool v2', 'my_tool_v2'],
  ['数', 'tool'],
  ['42', 'tool_42'],
  ['con', 'tool_con'],
  ['../../etc', 'etc'],
  ['x'.repeat(200), 'x'.repeat(60)],
])('"%s" becomes the id "%s"', (name, id) => {
  expect(toToolId(name)).toBe(id);
  expect(isToolId(toToolId(name))).toBe(true);
});
