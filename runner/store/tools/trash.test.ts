import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Disk } from '../../platform/disk/disk.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { ToolStore } from './tool-store.ts';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'lathe-trash-'));
  mkdirSync(join(workspace, 'tools'));
});
afterEach(() => rmSync(workspace, { recursive: true }));

/** Lets this many moves happen; the runner dies at the next one. */
const dyingAfter = (moves: number): Disk => {
  let left = moves;
  return {
    ...nodeDisk,
    async move(from, to) {
      if (left === 0) throw new Error('killed');
      left -= 1;
      await nodeDisk.move(from, to);
    },
  };
};

test.each([0, 1, 2, 3])(
  'a deletion of a flat script that is cut off after %d moves is finished at the next start',
  async (moves) => {
    const files = ['sum.py', 'sum.samples.json', 'sum.tool.json'];
    for (const name of [...files, 'other.py'])
      writeFileSync(join(workspace, 'tools', name), name.endsWith('.py') ? 'x = 1\n' : '{}');
    const dying = new ToolStore(dyingAfter(moves), workspace);
    await expect(dying.remove('sum.py', 'any')).rejects.toThrow('killed');
    const next = new ToolStore(nodeDisk, workspace);
    await next.finish();
    expect(readdirSync(join(workspace, 'tools'))).toEqual(['other.py']);
    const [gone, ...more] = await next.discarded();
    expect([gone?.id, more]).toEqual(['sum.py', []]);
    expect(readdirSync(join(workspace, '.lathe/trash', gone?.key ?? ''))).toEqual(files);
  },
);

test('a new script of the name is not taken, and inherits nothing', async () => {
  const at = (name: string) => join(workspace, 'tools', name);
  for (const name of ['sum.py', 'sum.samples.json']) writeFileSync(at(name), '[]');
  const dying = new ToolStore(dyingAfter(2), workspace);
  await expect(dying.remove('sum.py', 'any')).rejects.toThrow('killed');
  writeFileSync(at('sum.py'), 'y = 2\n');
  const next = new ToolStore(nodeDisk, workspace);
  await next.finish();
  expect((await next.read('sum.py'))?.files).toEqual({ 'sum.py': 'y = 2\n' });
  expect((await next.discarded()).map(({ id }) => id)).toEqual(['sum.py']);
});
