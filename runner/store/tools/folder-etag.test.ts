import { expect, test } from 'vitest';
import { folderEtag } from './folder-etag.ts';

const folder = (cache: object | string) => ({
  'a.py': 'def f(): "x"',
  'a.tool.json': typeof cache === 'string' ? cache : JSON.stringify(cache),
});
const plain = { type: 'PythonModule', name: 'a', tools: [] };

test("of a module's cache the author's choices count, and the rest does not", async () => {
  const etag = folderEtag(folder(plain));
  expect(folderEtag(folder({ ...plain, lastModified: 5 }))).toBe(etag);
  expect(folderEtag(folder('{'))).toBe(etag);
  const chosen = { overrides: { permissions: { executionPolicy: 'ask-always' } } };
  const other = folderEtag(folder({ ...plain, ...chosen }));
  expect(other).not.toBe(etag);
  expect(folderEtag(folder({ ...plain, ...chosen, tools: [], lastModified: 5 }))).toBe(other);
  expect(folderEtag(folder({ ...plain, options: { toolkit: 'Kit' } }))).not.toBe(etag);
  // A file of that name beside no script of its name is a file like any other.
  expect(folderEtag({ 'b.tool.json': '{}' })).not.toBe(folderEtag({}));
});
