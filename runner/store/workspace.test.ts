import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../platform/node-disk.ts';
import { clearScratch } from './clear-scratch.ts';

test('what a killed runner left goes, what this one has begun stays', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'lathe-test-'));
  const scratch = join(workspace, '.lathe/tmp');
  const began = Date.now();
  for (const [name, at] of [
    ['lathe-old', began - 60_000],
    ['lathe-new', began + 1000],
  ] as const) {
    mkdirSync(join(scratch, name), { recursive: true });
    writeFileSync(join(scratch, name, 'script'), 'echo');
    utimesSync(join(scratch, name), at / 1000, at / 1000);
  }
  await clearScratch(nodeDisk, workspace, began);
  expect(existsSync(join(scratch, 'lathe-old'))).toBe(false);
  expect(existsSync(join(scratch, 'lathe-new/script'))).toBe(true);
  await clearScratch(nodeDisk, join(workspace, 'none'), began);
  rmSync(workspace, { recursive: true });
});
