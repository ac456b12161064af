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

const files = ['sum.py', 'sum.samples.json', 'sum.tool.json'];

/** Lets this many moves happen; the runner dies at the next one, and changes nothing more. */
const dyingAfter = (moves: number): Disk => {
  let left = moves;
  let isDead = false;
  return {
    ...nodeDisk,
    async move(from, to) {
      isDead ||= left === 0;
      if (isDead) throw new Error('killed');
      left -= 1;
      await nodeDisk.move(from, to);
    },
    async remove(path) {
      if (isDead) throw new Error('killed');
      await nodeDisk.remove(path);
    },
  };
};

/** Fails this move and `more` after it, and works again afterwards. */
const failingAt = (move: number, more = 0): Disk => {
  let count = 0;
  return {
    ...nodeDisk,
    async move(from, to) {
      count += 1;
      if (count > move && count <= move + 1 + more) throw new Error('no space');
      await nodeDisk.move(from, to);
    },
  };
};
const layOut = () => {
  for (const name of files) writeFileSync(join(workspace, 'tools', name), '{}');
};
const trashed = () => readdirSync(join(workspace, '.lathe/trash'));

test.each([1, 2, 3])(
  'a deletion of a flat script that is cut off after %d moves is finished at the next start',
  async (moves) => {
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

test.each([
  ['before the first move', dyingAfter(0)],
  ['once its files are back', { ...failingAt(1), remove: () => Promise.reject(new Error('busy')) }],
])(
  'a deletion of a flat script that ends %s leaves it there at the next start',
  async (_, disk) => {
    layOut();
    await expect(new ToolStore(disk, workspace).remove('sum.py', 'any')).rejects.toThrow();
    expect(trashed()).toHaveLength(1);
    await new ToolStore(nodeDisk, workspace).finish();
    expect([readdirSync(join(workspace, 'tools')), trashed()]).toEqual([files, []]);
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

test.each([0, 1, 2, 3])(
  'a deletion of a flat script that fails at move %d leaves it as it was, also after the next start',
  async (move) => {
    layOut();
    const store = new ToolStore(failingAt(move), workspace);
    await expect(store.remove('sum.py', 'any')).rejects.toThrow('no space');
    expect([readdirSync(join(workspace, 'tools')), trashed()]).toEqual([files, []]);
    await new ToolStore(nodeDisk, workspace).finish();
    expect(readdirSync(join(workspace, 'tools'))).toEqual(files);
  },
);

test.each([1, 2, 3])(
  'a second deletion finishes one that failed at move %d and could not be undone, and the next start takes nothing',
  async (move) => {
    layOut();
    const store = new ToolStore(failingAt(move, 1), workspace);
    await expect(store.remove('sum.py', 'any')).rejects.toThrow('no space');
    if (move === 3) writeFileSync(join(workspace, 'tools/sum.py'), 'y = 2\n');
    expect((await store.remove('sum.py', 'any')).kind).toBe('removed');
    expect(trashed()).toHaveLength(move === 3 ? 2 : 1);
    writeFileSync(join(workspace, 'tools/sum.py'), 'z = 3\n');
    await new ToolStore(nodeDisk, workspace).finish();
    expect(readdirSync(join(workspace, 'tools'))).toEqual(['sum.py']);
    expect(trashed().some((name) => name.endsWith('.going'))).toBe(false);
  },
);
