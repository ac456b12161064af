import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { powershell } from '../../shared/languages/powershell/powershell.ts';
import { createPowerShellHost } from '../hosts/languages/powershell/powershell-host.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { runProgram } from '../platform/process/spawn.ts';
import { medians, reportLine, reportRatio } from './ground/measure.ts';

const CALLS = 12;
const WARM = 2;
const MANY = 60_000;

const root = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-bench-powershell-')));
const host = createPowerShellHost({
  ...{ disk: nodeDisk, filesDirectory: join(root, 'files'), cache: join(root, 'cache') },
  ...{ path: process.env.PATH ?? '', install: false },
});
const missing = await host.missing();
if (missing !== undefined) throw new Error(missing.missing);

const call = async (body: string, pieces: number): Promise<void> => {
  const tool = {
    definition: { name: 't', description: 't', parameters: {} },
    code: { language: 'powershell', file: 't.ps1', source: `function F { ${body} }`, entry: 'F' },
  };
  const limits = { defaultTimeoutMs: 120_000, outputBytes: 100_000 };
  const job = powershell.prepare(tool, {}, limits);
  const ending = await host.perform(job, () => undefined, new AbortController().signal);
  const { value } = ending;
  if (ending.kind === 'finished' && [value].flat().length === pieces) return;
  throw new Error(`It gave another answer: ${JSON.stringify(ending).slice(0, 300)}`);
};

let took = 0;
const pwsh = async (command: string): Promise<void> => {
  const ms = await runProgram('pwsh', ['-NoProfile', '-NonInteractive', '-Command', command]);
  if (ms === undefined) throw new Error('pwsh failed');
  took = ms;
};
/**
 * A pause for the next PowerShell to get ready on this machine, which would otherwise slow down the measurement.
 */
const settle = () => new Promise((done) => setTimeout(done, 1000 + 5 * took));

const one = () => call('1', 1);
const many = () => call(`1..${MANY}`, MANY);
try {
  const [warm = 0, , start = 0] = await medians([one, settle, () => pwsh('1')], CALLS, WARM);
  reportRatio('a call against starting pwsh -NoProfile', warm, start, 0.5);
  const theirs = () => pwsh(`ConvertTo-Json -Compress @(1..${MANY})`);
  const [list = 0, , json = 0] = await medians([many, settle, theirs], CALLS, WARM);
  reportRatio(`${MANY} numbers back against ConvertTo-Json`, list, json, 1.5);
  const [next = 0, nextStart = 0] = await medians([one, () => pwsh('1')], CALLS, WARM);
  reportRatio('one right after another, against the same', next, nextStart);
  const [nextList = 0, nextJson = 0] = await medians([many, theirs], CALLS, WARM);
  reportRatio('numbers right after another, against the same', nextList, nextJson);
  reportLine('layers', (await host.layers()).join(', ') || 'none');
} finally {
  await host.close();
  rmSync(root, { recursive: true, force: true });
}
