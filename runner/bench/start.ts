import { mkdtempSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { findPrograms } from '../platform/programs.ts';
import { runProgram } from '../platform/run-program.ts';

const rounds = 7;
const { deno, node = 'node' } = findPrograms();
const home = new URL('../..', import.meta.url).pathname;
const workspace = mkdtempSync(join(tmpdir(), 'lathe-bench-'));

interface Started {
  url: string;
  token: string;
  stop(): Promise<void>;
}

/** What `npm start` runs, without npm's own half second. */
const start = (): Promise<Started> =>
  new Promise((ready, fail) => {
    const args = [
      'runner/start.mjs',
      '--json',
      '--no-open',
      '--port',
      '0',
      '--workspace',
      workspace,
    ];
    const child = spawn(node, args, { cwd: home, stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.once('exit', () => fail(new Error('The runner did not start')));
    createInterface({ input: child.stdout }).once('line', (line) => {
      const { url, token } = JSON.parse(line);
      ready({
        url,
        token,
        stop: () => {
          child.kill('SIGTERM');
          return ended;
        },
      });
    });
  });

/** Asks for one run of calc and reads its events to the end. */
const runCalc = async ({ url, token }: Started): Promise<void> => {
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
    const runner = await start();
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
  rmSync(workspace, { recursive: true, force: true });
}
const [ready, first, bare] = [median(times.ready), median(times.first), median(times.deno)];
console.log(
  `address printed: ${ready.toFixed(0)} ms; first finished Python run: ${first.toFixed(0)} ms`,
);
console.log(
  `deno eval 0: ${bare.toFixed(0)} ms; ratio of the first run: ${(first / bare).toFixed(1)}`,
);
process.exit(0);
