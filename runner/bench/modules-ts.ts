import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createModuleHost, type ModuleHost } from '../hosts/module/module-host.ts';
import { findPrograms } from '../platform/process/programs.ts';
import { processMemory } from '../platform/process/process-memory.ts';
import { spawnGroup, type Child } from '../platform/process/spawn.ts';
import { medians, reportLine, reportRatio } from './ground/measure.ts';

const MODULES = 50;
const MIB = 1024 * 1024;

const work = `export const work = (text: string): string => text.split(' ').map((word) => word.length).join(',');`;
const module = `${work}
import { Type } from '@sinclair/typebox';
export default () => ({
  name: 'lengths', label: 'Lengths', description: 'Lengths of words', parameters: Type.Object({ text: Type.String() }),
  async execute(id, params) { return { content: [{ type: 'text', text: work(params.text) }] }; },
});`;
const text = 'some words of different lengths';
const own = (words: string): string =>
  words
    .split(' ')
    .map((word) => word.length)
    .join(',');

/** A process that returns each line: the minimum cost of a call to another process. */
async function echo(): Promise<{ child: Child; round(line: string): Promise<void> }> {
  let heard = (): void => undefined;
  const child = await spawnGroup('cat', [], {
    env: { PATH: process.env.PATH ?? '' },
    onStdout: () => heard(),
    onStderr: () => undefined,
  });
  if ('error' in child) throw new Error(child.error);
  return {
    child,
    round: (line) =>
      new Promise((settle) => {
        heard = settle;
        child.write(`${line}\n`);
      }),
  };
}

/** Measures TypeScript modules: the first call, later ones, and fifty modules, asleep and awake. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-bench-'));
  const { deno = '', ...programs } = findPrograms();
  const host = createModuleHost({ deno, ...programs, filesDirectory: folder, most: MODULES });
  const never = new AbortController().signal;
  const call = async (name: string): Promise<void> => {
    const job = {
      ...{ host: 'module' as const, task: 'call' as const, folder: name, file: 'index.ts' },
      ...{ files: { 'index.ts': module }, entry: 'lengths', arguments: { text }, text: '' },
      limits: { timeoutMs: 20_000, outputBytes: 1000 },
    };
    const ending = await host.perform(job, () => undefined, never);
    if (ending.formatted !== own(text)) throw new Error(`A call ended as "${ending.kind}"`);
  };
  const pipe = await echo();
  try {
    const missing = await host.missing();
    if (missing !== undefined) throw new Error(missing.missing);
    reportLine('kept in by', (await host.layers()).join(', '));
    const script = join(folder, 'plain.ts');
    writeFileSync(script, `${work}\nconsole.log(work(${JSON.stringify(text)}));`);
    const plain = async (): Promise<void> => {
      const child = await spawnGroup(deno, ['run', '--quiet', '--no-config', '--no-lock', script], {
        env: { DENO_DIR: '/nonexistent', NO_COLOR: '1' },
        onStdout: () => undefined,
        onStderr: () => undefined,
      });
      if ('error' in child) throw new Error(child.error);
      child.endInput();
      await child.exited;
    };
    let fresh = 0;
    const [first, started] = await medians([() => call(`first_${(fresh += 1)}`), plain], 15, 2);
    reportRatio('first calls in a row against "deno run"', first ?? NaN, started ?? NaN);
    const [single, beside] = await medians(
      [
        () => call(`single_${(fresh += 1)}`),
        // A pause in which a process gets ready, as between a person's calls.
        () => new Promise<void>((settle) => setTimeout(settle, 1500)),
      ],
      9,
      1,
    );
    if (beside === undefined) throw new Error('Nothing was measured');
    reportRatio('a first call after a pause against "deno run"', single ?? NaN, started ?? NaN);
    await host.sleep();

    await call('again');
    const line = JSON.stringify({ text });
    const [second, round] = await medians(
      [
        () => call('again'),
        async () => {
          own(text);
          await pipe.round(line);
        },
      ],
      300,
      30,
    );
    reportRatio('a later call against a call and a pipe', second ?? NaN, round ?? NaN);
    await host.sleep();

    await many(host, call);
  } finally {
    pipe.child.kill('SIGKILL');
    await host.close();
    rmSync(folder, { recursive: true });
  }
}

/** Measures fifty modules at once: what each takes, and what is left when they sleep. */
async function many(host: ModuleHost, call: (name: string) => Promise<void>): Promise<void> {
  const began = performance.now();
  for (let at = 0; at < MODULES; at += 1) await call(`module_${at}`);
  const each = (performance.now() - began) / MODULES;
  const pids = await host.pids();
  const held = await Promise.all(pids.map(processMemory));
  const mean = held.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, held.length);
  const awake = { text: `${MODULES}`, met: pids.length === MODULES };
  reportLine('modules awake', String(pids.length), awake);
  reportLine('each loaded and called', `${each.toFixed(0)} ms`);
  reportLine('memory of one, shared pages by share', `${(mean / MIB).toFixed(0)} MiB`);
  await host.sleep();
  const asleep = (await host.pids()).length;
  reportLine('processes once they sleep', String(asleep), { text: '0', met: asleep === 0 });
  const woken = performance.now();
  await call('module_7');
  reportLine('one woken by a call', `${(performance.now() - woken).toFixed(0)} ms`);
}

if (process.argv[1]?.endsWith('bench/modules-ts.ts') === true) await run();
