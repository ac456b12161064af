import { confine } from '../hosts/pyodide/confine.ts';
import { findEngine } from '../hosts/pyodide/engine.ts';
import { ensureImage } from '../hosts/pyodide/image.ts';
import type { PythonHost } from '../hosts/pyodide/python-host.ts';
import { startSandbox } from '../hosts/pyodide/sandbox-process.ts';
import { nodeDisk as disk } from '../platform/disk/node-disk.ts';
import { processMemory } from '../platform/process/process-memory.ts';
import { runProgram } from '../platform/process/spawn.ts';
import { medians, reportLine, reportRatio } from './ground/measure.ts';
import { benchHost, benchJob, benchOptions } from './ground/python.ts';
import { callOverHttp } from './ground/http.ts';
import { scratchWorkspace, startRunner } from './ground/start-runner.ts';

const CALLS = 200;
const WARM = 20;
const SOURCE = 'def main(a, b):\n    return a + b';
const LOOP = 'total = 0\nfor n in range(1000000): total += n';
// The interpreter itself: a wrapper would make native Python look slower.
const python = (await disk.look('/usr/bin/python3')) ? '/usr/bin/python3' : 'python3';
const MEGABYTE = 1024 * 1024;

const native = (script: string) => runProgram(python, ['-I', '-S', '-c', script]);

async function call(host: PythonHost, job = benchJob(SOURCE, { arguments: { a: 1, b: 2 } })) {
  const ending = await host.perform(job, () => undefined, new AbortController().signal);
  if (ending.kind !== 'finished') throw new Error(JSON.stringify(ending).slice(0, 500));
  return ending;
}

/** Returns the calls per second of so many callers that call again as soon as they have an answer. */
async function throughput(callers: number, each: () => Promise<unknown>, count: number) {
  const started = performance.now();
  const loop = async (): Promise<void> => {
    for (let done = 0; done < count; done++) await each();
  };
  await Promise.all(Array.from({ length: callers }, loop));
  return (callers * count * 1000) / (performance.now() - started);
}

async function compareCalls(host: PythonHost): Promise<void> {
  const print = native.bind(undefined, 'print(1 + 2)');
  const [ours = 0, theirs = 0] = await medians([() => call(host), print], CALLS, WARM);
  reportRatio('a call against starting native Python', ours, theirs);
  await compareHttp(print);
  await throughput(2, () => call(host), WARM);
  const two = await throughput(2, () => call(host), CALLS);
  const twoNative = await throughput(2, print, 50);
  const ratio = two / twoNative;
  const figure = `${ratio.toFixed(2)}  (${two.toFixed(0)}/s against ${twoNative.toFixed(0)}/s)`;
  reportLine('two callers against two native starters', figure, {
    text: 'at least 2',
    met: ratio >= 2,
  });
}

async function compareHttp(print: () => Promise<unknown>): Promise<void> {
  const workspace = scratchWorkspace();
  const runner = await startRunner(workspace.path);
  const asked = (wanted: 'events' | 'one answer') => () =>
    callOverHttp(runner.url, runner.token, wanted);
  const [answer = 0, events = 0, theirs = 0] = await medians(
    [asked('one answer'), asked('events'), print],
    CALLS,
    WARM,
  );
  await runner.stop();
  workspace.discard();
  reportRatio('over HTTP, one answer, against native', answer, theirs, 0.25);
  reportRatio('over HTTP, its events, against native', events, theirs, 0.25);
}

async function compareReset(): Promise<void> {
  const options = benchOptions();
  const engine = await findEngine(options);
  if (engine === undefined) throw new Error('No engine is here');
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const kitDirectory = decodeURIComponent(new URL('../../dist/sandbox', import.meta.url).pathname);
  const closing = new AbortController().signal;
  const ground = { ...options, engine, kitDirectory, memoryMegabytes: 256, timeZone };
  const image = await ensureImage({ ...ground, tell: () => undefined, closing });
  if ('error' in image) throw new Error(image.error);
  const env = { TZ: timeZone, ...engine.env };
  const start = async () => {
    const command = confine({
      ...ground,
      directory: image.directory,
      program: 'main.mjs',
      args: [],
      env,
    });
    const sandbox = await startSandbox({ command, env, python: {}, wheels: new Map(), closing });
    if ('error' in sandbox) throw new Error(sandbox.error);
    return sandbox;
  };
  const [instance = 0] = await medians([() => start().then((sandbox) => sandbox.kill())], 5, 1);
  const sandbox = await start();
  const resets: number[] = [];
  const quiet = { onOutput: () => undefined, onRunning: () => undefined };
  const job = JSON.stringify(benchJob(SOURCE, { arguments: { a: 1, b: 2 } }));
  for (let round = 0; round < CALLS + WARM; round++) {
    await sandbox.call({ job, timeoutMs: 1000, outputBytes: 1000 }, quiet);
    const idle = await sandbox.idle();
    if (idle !== undefined && round >= WARM) resets.push(idle.resetMs);
  }
  sandbox.kill();
  const reset = resets.sort((a, b) => a - b)[Math.floor(resets.length / 2)] ?? NaN;
  reportRatio('a reset against a new instance', reset, instance, 0.05);
}

async function compareStart(): Promise<void> {
  const engine = benchOptions();
  const script = decodeURIComponent(
    new URL('../hosts/pyodide/load-plain.mjs', import.meta.url).pathname,
  );
  const plain = 'deno' in engine ? [engine.deno, 'run', '-A', script] : [engine.node, script];
  const [command = '', ...args] = plain;
  const workspace = scratchWorkspace();
  const times: { ours: number; theirs: number }[] = [];
  // The first round warms the disk's cache.
  for (let round = 0; round < 8; round++) {
    const began = performance.now();
    const runner = await startRunner(workspace.path);
    await callOverHttp(runner.url, runner.token);
    const ours = performance.now() - began;
    await runner.stop();
    const then = performance.now();
    await runProgram(command, args);
    if (round > 0) times.push({ ours, theirs: performance.now() - then });
  }
  workspace.discard();
  const middle = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
  const [ours, theirs] = [times.map((row) => row.ours), times.map((row) => row.theirs)];
  reportRatio(
    'runner start to its first call against loadPyodide',
    middle(ours),
    middle(theirs),
    0.45,
  );
}

/** Measures the speed and memory of sealed Python, as ratios within one run. */
export async function run(): Promise<void> {
  const host = await benchHost();
  console.log(`Python in ${(await host.layers()).join(', ')}; medians of ${CALLS} after ${WARM}\n`);
  await compareCalls(host);
  await compareReset();
  await compareStart();
  const loop = benchJob(`def main():\n    ${LOOP.replace('\n', '\n    ')}`);
  const [ours = 0, theirs = 0, empty = 0] = await medians(
    [() => call(host, loop), () => native(LOOP), () => native('')],
    10,
    2,
  );
  reportRatio('a tight loop against native Python', ours, theirs - empty);
  await call(host);
  const pids = host.pids();
  const held = await Promise.all(pids.map((pid) => processMemory(pid)));
  const each = held.reduce((sum, bytes) => sum + bytes, 0) / held.length / MEGABYTE;
  reportLine('memory of an idle sandbox', `${each.toFixed(0)} MiB`);
  const before = process.memoryUsage().rss;
  const started = performance.now();
  const printing = 'def main():\n    for n in range(100): print("x" * 999_999)';
  const { droppedBytes = 0 } = await call(host, benchJob(printing));
  const grown = (process.memoryUsage().rss - before) / MEGABYTE;
  const took = performance.now() - started;
  const dropped = `${(droppedBytes / 1e6).toFixed(0)} MB dropped`;
  reportLine('100 MB printed', `${took.toFixed(0)} ms, ${grown.toFixed(0)} MiB more, ${dropped}`);
  await host.close();
}

if (process.argv[1]?.endsWith('bench/python.ts') === true) await run();
