import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Declare } from '../../../shared/tool/declared.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { ScriptModules } from './script-modules.ts';
import { ToolStore } from './tool-store.ts';

const workspace = mkdtempSync(join(tmpdir(), 'lathe-modules-'));
afterAll(() => rmSync(workspace, { recursive: true }));
const MODULES = 60;
for (let at = 0; at < MODULES; at += 1) {
  const folder = join(workspace, 'tools', `m${at}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `m${at}.ps1`), `function Get-A${at} {}`);
}

/** Reads in this very process, as the reader of PowerShell does: nothing of it waits for anything. */
const reader = () => {
  let reads = 0;
  const declare: Declare = () => {
    reads += 1;
    for (const until = performance.now() + 5; performance.now() < until;);
    return Promise.resolve({ unavailable: 'only counted' });
  };
  return { declare, reads: () => reads };
};

test('reading modules lets the event loop run, and stops when the runner shuts down', async () => {
  const { declare, reads } = reader();
  const closing = new AbortController();
  const modules = new ScriptModules({
    ...{ disk: nodeDisk, workspace, log: () => undefined, closing: closing.signal },
    declarers: new Map([['powershell', declare]]),
  });
  const store = new ToolStore(nodeDisk, workspace);
  const folders = await Promise.all(
    Array.from({ length: MODULES }, (_, at) => store.read(`m${at}`)),
  );
  for (const folder of folders) if (folder) void modules.load(folder);
  const turn = () => new Promise<void>((next) => setImmediate(next));
  while (reads() === 0) await turn();
  await turn();
  expect(reads()).toBeLessThan(MODULES);
  closing.abort();
  await turn();
  const then = reads();
  for (let turns = 0; turns < 200; turns += 1) await turn();
  expect(reads()).toBe(then);
});
