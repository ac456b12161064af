import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BashToolSettings } from '../../../shared/protocol/settings.ts';
import { checkFolders } from '../../sources/workspace/check-folders.ts';
import { allowedFolders } from './allowed-folders.mjs';

const ground = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-allowed-')));
const [workspace, notes, comma] = ['workspace', 'notes', 'a,b'].map((name) => join(ground, name));
for (const folder of [`${workspace}/.lathe`, notes, comma]) mkdirSync(folder!, { recursive: true });
symlinkSync('/etc', join(ground, 'link'));
afterAll(() => rmSync(ground, { recursive: true }));

const allowedOf = (text: string) => {
  writeFileSync(join(workspace!, '.lathe/settings.json'), text);
  return allowedFolders(workspace!);
};
const of = (allowedDirectories: unknown) =>
  allowedOf(JSON.stringify({ settings: { bash: { allowedDirectories } } }));

test.each<[string, unknown, string[]]>([
  ['a folder', [notes], [notes!]],
  ['one twice', [notes, `${notes}/../notes`], [notes!]],
  ['a number beside a folder', [7, notes], [notes!]],
  ['the root', ['/'], []],
  ['the system', ['/etc', '/usr/lib', '/proc/self'], []],
  ['a link to the system', [join(ground, 'link')], []],
  ['what holds the workspace', [ground], []],
  ['a relative path', ['notes', '../notes', ''], []],
  ['one that is not there', ['/nowhere/at/all'], []],
  ['a comma', [comma], []],
  ['NUL', ['/\0'], []],
  ['a text in place of a list', notes, []],
  ['a list of texts by name', { 0: notes, length: 1 }, []],
  ['more than the settings take', Array(51).fill(notes), []],
])('%s: what the settings would refuse opens nothing', (_what, folders, open) => {
  expect(of(folders)).toEqual(open);
  const settings = BashToolSettings.safeParse({ allowedDirectories: folders });
  if (!settings.success) return;
  const checked = checkFolders(settings.data, workspace!);
  const taken = checked.ok ? checked.bash.allowedDirectories : [];
  // A comma is a folder's right to have, and no right of Deno's.
  expect(open).toEqual(taken.filter((path) => !path.includes(',')));
});

test.each(['', '{', '[]', 'null', '{"settings":{"bash":null}}', '{"settings":[]}'])(
  'a file that says %j opens nothing',
  (text) => expect(allowedOf(text)).toEqual([]),
);
