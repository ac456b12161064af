import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeDisk as disk } from '../platform/disk/node-disk.ts';
import { runProgram } from '../platform/process/spawn.ts';
import { callOverHttp } from './ground/http.ts';
import { reportLine, reportRatio } from './ground/measure.ts';
import { scratchWorkspace, startRunner } from './ground/start-runner.ts';

// The interpreter itself: a wrapper would make native Python look slower.
const python = (await disk.look('/usr/bin/python3')) ? '/usr/bin/python3' : 'python3';
const CALLS = 50;
/** The pace of a person who tries things. */
const PAUSE_MS = 250;

type Pair = { ours: number; theirs: number };

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Measures the first calls after a start, each next to a start of native Python. */
async function firstCalls(workspace: string, waitMs: number): Promise<Pair[]> {
  const runner = await startRunner(workspace);
  const pairs: Pair[] = [];
  for (let call = 0; call < CALLS; call++) {
    const ours = await timed(() => callOverHttp(runner.url, runner.token, 'one answer'));
    const theirs = await timed(() => runProgram(python, ['-I', '-S', '-c', 'print(1 + 2)']));
    // The first call waits for the sandbox itself; `bench -- python` measures that.
    if (call > 0) pairs.push({ ours, theirs });
    await pause(waitMs);
  }
  await runner.stop();
  return pairs;
}

const quantile = (all: number[], share: number): number =>
  all.sort((a, b) => a - b)[Math.floor((all.length - 1) * share)] ?? NaN;

const { values } = parseArgs({ options: { starts: { type: 'string', default: '3' } } });
const workspace = scratchWorkspace();
try {
  // The first start builds what later ones use.
  await firstCalls(workspace.path, 0);
  for (const [name, waitMs] of [
    ['paced', PAUSE_MS],
    ['back to back', 0],
  ] as const) {
    const pairs: Pair[] = [];
    for (let start = 0; start < Number(values.starts); start++)
      pairs.push(...(await firstCalls(workspace.path, waitMs)));
    const [ours, theirs] = [pairs.map((pair) => pair.ours), pairs.map((pair) => pair.theirs)];
    const goal = waitMs > 0 ? 0.6 : undefined;
    reportRatio(`the first calls, ${name}`, quantile(ours, 0.5), quantile(theirs, 0.5), goal);
    const [slow, slowNative] = [quantile(ours, 0.95), quantile(theirs, 0.95)];
    reportLine('  95th percentile', `${slow.toFixed(1)} ms against ${slowNative.toFixed(1)} ms`);
  }
} finally {
  workspace.discard();
}
