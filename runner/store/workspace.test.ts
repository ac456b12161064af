import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Disk } from '../platform/disk/disk.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { clearLeftovers, openWorkspace } from './workspace.ts';

let workspace: string;
beforeEach(() => void (workspace = mkdtempSync(join(tmpdir(), 'lathe-test-'))));
afterEach(() => rmSync(workspace, { recursive: true }));

test.each([
  '.lathe/tmp/lathe-job',
  '.lathe/staging/3d0c',
  '.lathe/.lathe-0123456789abcdef.tmp',
  'tools/.lathe-0123456789abcdef.tmp',
  'tools/calc/.lathe-0123456789abcdef.tmp',
  'files/notes/.lathe-0123456789abcdef.tmp',
])('"%s" of a killed process is removed, and that of this process stays', async (path) => {
  const began = Date.now();
  const [old, young] = [
    join(workspace, path),
    join(workspace, path.replace(/\w\b(?=\.tmp|$)/, '7')),
  ];
  const others = ['tools/calc/definition.json', '.lathe/settings.json', '.lathe/tmp.json'];
  for (const [at, file] of [
    [began - 60_000, old],
    [began + 1_000, young],
    ...others.map((other) => [began - 60_000, join(workspace, other)] as const),
  ] as const) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'text');
    utimesSync(file, at / 1000, at / 1000);
  }
  await clearLeftovers(nodeDisk, workspace, began);
  expect(existsSync(old)).toBe(false);
  for (const file of [young, ...others.map((other) => join(workspace, other))])
    expect(existsSync(file)).toBe(true);
});

test('an interrupted start leaves no examples, and the next one copies all', async () => {
  const examples = join(workspace, 'examples');
  for (const name of ['a', 'b']) {
    mkdirSync(join(examples, name), { recursive: true });
    for (const file of ['definition.json', 'samples.json'])
      writeFileSync(join(examples, name, file), '{}');
  }
  const root = join(workspace, 'new');
  let writes = 0;
  const cut: Disk = {
    ...nodeDisk,
    write: (...given) => {
      if ((writes += 1) > 2) throw new Error('cut');
      return nodeDisk.write(...given);
    },
  };
  await expect(openWorkspace(cut, root, examples)).rejects.toThrow('cut');
  expect(existsSync(join(root, 'tools'))).toBe(false);
  await openWorkspace(nodeDisk, root, examples);
  expect(readdirSync(join(root, 'tools/b'))).toEqual(['definition.json', 'samples.json']);
});
