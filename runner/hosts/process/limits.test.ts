import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Host } from '../../../shared/tool/run/host.ts';
import { bash } from '../../../shared/languages/bash/bash.ts';
import { createScriptHost } from './process-host.ts';

const files = mkdtempSync(join(tmpdir(), 'lathe-limits-'));
let host: Host;
beforeAll(async () => {
  host = createScriptHost(bash, { filesDirectory: files });
  await host.missing();
});
afterAll(async () => {
  await host.close();
  rmSync(files, { recursive: true, force: true });
});

const run = (script: string, timeoutMs = 15_000) =>
  host.perform(
    {
      ...{ host: 'bash', script, file: 'x.sh', arguments: {}, environment: {}, stdin: '' },
      ...{ limits: { timeoutMs, outputBytes: 10_000 }, text: script },
    },
    () => undefined,
    new AbortController().signal,
  );
const marked = (mark: string) =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(mark));
// The kernel takes its time with the last of so many.
const expectGone = (mark: string) =>
  expect.poll(() => marked(mark), { timeout: 20_000 }).toEqual([]);

describe('promise 4: a tool that exhausts the machine affects only its own call', () => {
  test('one process that takes too much memory', async () => {
    // One line is held as a whole until somebody takes it.
    const ending = await run('head -c 900000000 /dev/zero | tail -n 1 | { sleep 10; wc -c; }');
    expect(ending.kind).not.toBe('finished');
    if (ending.kind === 'crashed') expect(ending.reason).toMatch(/640 MiB of memory together/);
  });

  test('many processes with little memory each', async () => {
    const one = 'head -c 60000000 /dev/zero | tail -n 1 | sleep 20';
    const ending = await run(`for i in {1..20}; do (${one}) & done; wait`);
    expect(ending).toMatchObject({ kind: 'crashed', reason: expect.stringMatching(/together/) });
  });

  const python = existsSync('/usr/bin/python3');
  const shares = (mib: number, then: string) =>
    `/usr/bin/python3 -c "import mmap, os, time; m = mmap.mmap(-1, ${mib} << 20)
for at in range(0, ${mib} << 20, 4096): m[at] = 1
${then}"`;

  test.skipIf(!python)('one process that takes too much shared memory', async () => {
    const ending = await run(shares(900, 'time.sleep(60)'));
    expect(ending).toMatchObject({ kind: 'crashed', reason: expect.stringMatching(/640 MiB/) });
  });

  test.skipIf(!python)('shared memory counts once for all processes that share it', async () => {
    const ending = await run(
      shares(300, 'for _ in range(3): os.fork() and os.wait()\nsum(m[::4096]); time.sleep(0.5)'),
    );
    expect(ending).toMatchObject({ kind: 'finished' });
  });

  test('a bomb of processes, also as root', async () => {
    const mark = `${Date.now()}.25`;
    const ending = await run(`for i in {1..3000}; do sleep ${mark} & done; wait`);
    expect(['crashed', 'failed']).toContain(ending.kind);
    if (ending.kind === 'crashed') expect(ending.reason).toMatch(/512 processes/);
    await expectGone(mark);
  });

  // Bounded in itself: where no limit holds, this test fails and the machine lives.
  test('a bomb that doubles', async () => {
    const mark = `${Date.now()}.5`;
    const bomb = `bomb() { if [ $1 -gt 0 ]; then bomb $(($1 - 1)) & bomb $(($1 - 1)) & fi; sleep ${mark}; }`;
    const ending = await run(`${bomb}; bomb 10`);
    expect(['crashed', 'failed', 'timed-out']).toContain(ending.kind);
    await expectGone(mark);
  });

  test('a small program is not killed', async () => {
    const ending = await run('for i in {1..40}; do sleep 0.6 & done; wait; echo done');
    expect(ending).toMatchObject({ kind: 'finished', stdout: 'done\n' });
  });
});
