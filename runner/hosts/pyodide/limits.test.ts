import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPythonHost, type PythonHost } from './python-host.ts';
import { job, program, run, testGround } from './fixtures/test-ground.ts';

let ground: Awaited<ReturnType<typeof testGround>>;
beforeAll(async () => {
  ground = await testGround();
});

const body = (...lines: string[]): string =>
  ['def main(**arguments):', ...lines.map((line) => `    ${line}`)].join('\n');

describe.each(['deno', 'node'] as const)('on %s', (id) => {
  let host: PythonHost;
  beforeAll(async () => {
    host = createPythonHost({ ...ground, ...ground.engines[id], size: 2 });
    expect(await host.missing()).toBeUndefined();
  });
  afterAll(() => host?.close());

  test('A1.28 output is cut at the limit and says by how much', async () => {
    const ending = await run(host, program("print('A' * 1000000)"));
    expect(ending).toMatchObject({
      kind: 'finished',
      stdout: 'A'.repeat(10_000),
      truncated: true,
      droppedBytes: 990_001,
    });
  });

  test.each([
    ['a loop', 'n = 0\nwhile True: n += 1', 2],
    ['sleep', 'import time\ntime.sleep(60)', 2],
    ['asyncio', 'import asyncio\nasyncio.run(asyncio.sleep(60))', 2],
    ['a pattern', 'import re\n\nre.match(r"(a+)+$", "a" * 64 + "b")', 3],
  ])('A1.29 %s ends at the limit and names the line', async (_, source, line) => {
    // Long enough for an import on a machine that does other things, too.
    const limits = { timeoutMs: 1000, outputBytes: 1000 };
    const ending = await run(host, program(source, { limits }));
    expect(ending).toMatchObject({ kind: 'timed-out', afterMs: 1000, line });
  });

  test.each([
    [
      'what swallows the interrupt',
      'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
    ],
    ['what never asks', 'sum(range(10 ** 12))'],
    [
      'a hostile pattern of imports',
      'import signal\nsignal.signal(2, signal.SIG_IGN)\nwhile True: pass',
    ],
  ])('A1.29 %s is killed, and its process is dead', async (_, source) => {
    const before = host.pids();
    const limits = { timeoutMs: 300, outputBytes: 1000 };
    const ending = await run(host, program(source, { limits }));
    expect(ending).toMatchObject({ kind: 'timed-out', afterMs: 300 });
    expect(before.filter((pid) => !host.pids().includes(pid))).toHaveLength(1);
    expect(await run(host, job(body('return 1')))).toMatchObject({ value: 1 });
  });

  test('A1.30 both streams separate and merged in order, with the exit status', async () => {
    const source = 'import sys\nprint("a")\nprint("b", file=sys.stderr)\nprint("c")\nsys.exit(3)';
    expect(await run(host, program(source))).toMatchObject({
      kind: 'failed',
      exitCode: 3,
      stdout: 'a\nc\n',
      stderr: 'b\n',
      output: 'a\nb\nc\n',
    });
  });

  test.each([
    ['memory', body('kept = []', 'while True: kept.append("a" * 1000000)'), 'MemoryError'],
    ['a file', body('f = open("/tmp/f", "wb")', 'while True: f.write(b"x" * 1000000)'), 'OSError'],
    ['files', body('for n in range(10**6): open(f"/tmp/{n}", "w").close()'), 'OSError'],
    ['recursion', body('return main()'), 'RecursionError'],
    ['input', body('return input()'), 'EOFError'],
    ['no JSON', body('return {1, 2}'), 'ResultError'],
    ['no number', body('return float("nan")'), 'ResultError'],
    ['an unknown argument', 'def main(): pass', 'TypeError', { extra: 1 }],
  ])('%s ends in a clear error', async (_, source, name, given?: object) => {
    const ending = await run(host, job(source, { arguments: { ...given } }));
    expect(ending).toMatchObject({ kind: 'failed', exitCode: 1, fault: { class: name } });
    expect(ending.stderr).toContain(name);
  });

  test('deleted files free their space', async () => {
    const source = body(
      'import os',
      'for _ in range(20):',
      '    open("/tmp/f", "wb").write(b"x" * 10_000_000)',
      '    os.unlink("/tmp/f")',
      'return "done"',
    );
    expect(await run(host, job(source))).toMatchObject({ value: 'done' });
  });

  test('a stack overflow affects only its own call', async () => {
    const source = body('a = []', 'for i in range(200000): a = [a]', 'return repr(a)');
    const ending = await run(host, job(source));
    expect(['crashed', 'failed']).toContain(ending.kind);
    expect(await run(host, job(body('return 1')))).toMatchObject({ value: 1 });
  });

  test('a fault names the line, and shows only the author’s lines', async () => {
    const source = 'import json\n\ndef inner():\n    return json.loads("[")\n\ninner()\n';
    const ending = await run(host, program(source, { file: 'execution.py' }));
    expect(ending).toMatchObject({ kind: 'failed', fault: { class: 'JSONDecodeError', line: 4 } });
    if (ending.kind !== 'failed') return;
    expect(ending.fault?.traceback).toContain('File "execution.py", line 6, in <module>');
    expect(ending.fault?.traceback).not.toContain('json/');
    expect(ending.stderr).toMatch(/^Traceback \(most recent call last\):\n {2}File "execution.py"/);
  });

  test.each([
    [
      'gather',
      'return await asyncio.gather(*[asyncio.sleep(0.01, n) for n in range(3)])',
      [0, 1, 2],
    ],
    [
      'wait_for',
      'try: await asyncio.wait_for(asyncio.sleep(9), 0.01)\n    except TimeoutError: return "late"',
      'late',
    ],
    ['a thread', 'return await asyncio.to_thread(lambda: 7)', 7],
    ['a queue', 'q = asyncio.Queue(); await q.put(1); return await q.get()', 1],
    [
      'a group',
      'async with asyncio.TaskGroup() as g: t = g.create_task(asyncio.sleep(0, 5))\n    return t.result()',
      5,
    ],
  ])('asyncio: %s', async (_, line, value) => {
    const source = `import asyncio\nasync def main():\n    ${line}`;
    expect(await run(host, job(source))).toMatchObject({ kind: 'finished', value });
  });

  test('output before a sleep arrives before its end', async () => {
    const seen: unknown[] = [];
    const asked = program('import time\nprint("early", end="")\ntime.sleep(0.5)\nprint("late")');
    await host.perform(asked, (told) => seen.push(told), new AbortController().signal);
    // What is printed at one time is told at one time.
    expect(seen).toMatchObject([{ text: 'early' }, { text: 'late\n' }]);
  });

  test('the time zone and the date are the runner’s', async () => {
    const ending = await run(
      host,
      job(
        body(
          'import datetime, time',
          'n = datetime.datetime.now()',
          'return [n.isoformat(), time.timezone]',
        ),
      ),
    );
    const [now, offset] = ending.value as [string, number];
    expect(Math.abs(new Date(now).getTime() - Date.now())).toBeLessThan(5000);
    const january = new Date(new Date().getFullYear(), 0, 1).getTimezoneOffset();
    expect(offset).toBe(january * 60);
  });

  test('random numbers and names differ between calls', async () => {
    const source = body(
      'import os, random, secrets, tempfile, uuid',
      'return [random.random(), str(uuid.uuid4()), os.urandom(8).hex(), secrets.token_hex(8), tempfile.mktemp()]',
    );
    const values = await Promise.all([1, 2, 3].map(() => run(host, job(source))));
    const all = values.flatMap(({ value }) => value as unknown[]);
    expect(new Set(all).size).toBe(15);
  });

  test('a cancelled call is gone, and the next one runs', async () => {
    const controller = new AbortController();
    const asked = program('print("started")\nwhile True: pass');
    const ending = await host.perform(asked, () => controller.abort(), controller.signal);
    expect(ending).toMatchObject({ kind: 'cancelled', stdout: 'started\n' });
    expect(await run(host, job(body('return 1')))).toMatchObject({ value: 1 });
  });

  test('an exit through the C library has an exit status', async () => {
    expect(await run(host, program('import os\nos._exit(4)'))).toMatchObject({
      kind: 'failed',
      exitCode: 4,
    });
  });
});

describe('the pool', () => {
  test('calls that find every sandbox busy take turns, in order of arrival', async () => {
    const host = createPythonHost({ ...ground, ...ground.engines.node, size: 1 });
    expect(await host.missing()).toBeUndefined();
    const ended: number[] = [];
    const asked = [1, 2, 3].map(async (value) => {
      expect(await run(host, job(`def main(): return ${value}`))).toMatchObject({ value });
      ended.push(value);
    });
    await Promise.all(asked);
    expect(ended).toEqual([1, 2, 3]);
    await host.close();
  });

  test('a disposable sandbox serves one call', async () => {
    const host = createPythonHost({
      ...ground,
      ...ground.engines.node,
      size: 1,
      mode: 'disposable',
    });
    expect(await host.missing()).toBeUndefined();
    const pids: number[] = [];
    for (const value of [1, 2]) {
      pids.push(...host.pids());
      expect(await run(host, job(`def main(): return ${value}`))).toMatchObject({ value });
    }
    await host.close();
    expect(new Set(pids).size).toBe(pids.length);
  });

  test('a host that is closed during its start does not wait and leaves nothing', async () => {
    const host = createPythonHost({ ...ground, ...ground.engines.node, size: 1 });
    const starting = host.missing();
    await host.close();
    expect((await starting)?.missing).toMatch(/ended|image/);
    expect(host.pids()).toEqual([]);
    expect(await run(host, job('def main(): pass'))).toMatchObject({ kind: 'unavailable' });
  });

  test('without an engine it says what to install', async () => {
    const host = createPythonHost({ imageDirectory: ground.imageDirectory });
    expect((await host.missing())?.missing).toContain('npm install');
    expect(await run(host, job('def main(): pass'))).toMatchObject({ kind: 'unavailable' });
  });
});
