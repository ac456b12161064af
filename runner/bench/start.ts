import process from 'node:process';
import { findPrograms } from '../platform/process/programs.ts';
import { runProgram } from '../platform/process/spawn.ts';
import { scratchWorkspace, startRunner, type StartedRunner } from './ground/start-runner.ts';

const rounds = 7;
const { deno } = findPrograms();
const workspace = scratchWorkspace();

/** Requests one run of calc and reads its events to the end. */
const runCalc = async ({ url, token }: StartedRunner): Promise<void> => {
  const answer = await fetch(new URL('/api/runs', url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ toolId: 'calc', arguments: { a: 1, op: '+', b: 2 } }),
  });
  const events = await answer.text();
  if (!events.includes('"finished"')) throw new Error(`calc did not finish: ${events.slice(-500)}`);
};

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const times: { first: number[]; ready: number[]; deno: number[] } = {
  first: [],
  ready: [],
  deno: [],
};
try {
  for (let round = -1; round < rounds; round++) {
    const began = performance.now();
    const runner = await startRunner(workspace.path);
    const ready = performance.now() - began;
    await runCalc(runner);
    const first = performance.now() - began;
    await runner.stop();
    const bare = performance.now();
    if (deno) await runProgram(deno, ['eval', '0']);
    const evaluated = performance.now() - bare;
    // The first round warms the disk's cache, and builds what a first start builds.
    if (round < 0) continue;
    times.ready.push(ready);
    times.first.push(first);
    times.deno.push(evaluated);
  }
} finally {
  workspace.discard();
}
const [ready, first, bare] = [median(times.ready), median(times.first), median(times.deno)];
console.log(
  `address printed: ${ready.toFixed(0)} ms; first finished Python run: ${first.toFixed(0)} ms`,
);
console.log(
  `deno eval 0: ${bare.toFixed(0)} ms; ratio of the first run: ${(first / bare).toFixed(1)}`,
);
process.exit(0);
