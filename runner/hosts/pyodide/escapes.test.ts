import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confine } from './confine.ts';
import { findEngine, type Engine } from './engine.ts';
import { ensureImage } from './image.ts';
import { PYTHON_PROBES } from './child/python-probes.ts';
import { createPythonHost, type PythonHost } from './python-host.ts';
import type { Proof } from '../../../shared/languages/python/interpreter/sandbox-answer.ts';
import { startSandbox } from './sandbox-process.ts';
import { setBait, type Bait } from '../../platform/process/isolation.ts';
import { job, run, testGround } from './fixtures/test-ground.ts';

type Ground = Awaited<ReturnType<typeof testGround>>;
let ground: Ground;
beforeAll(async () => {
  ground = await testGround();
});

/** The probes that reach for the host itself rather than for JavaScript. */
const HOST_PROBES = ['mountNodeFS', 'os.system', 'os.popen', 'subprocess', 'ctypes system'];
HOST_PROBES.push('a file', 'a link to a file', 'a socket', 'urllib', 'pyfetch');

describe.each(['deno', 'node'] as const)('on %s', (id) => {
  let host: PythonHost;
  let engine: Engine;
  let image: string;
  let bait: Bait;
  let atFirst: number[];
  beforeAll(async () => {
    const paths = ground.engines[id];
    if (paths === undefined) throw new Error(`${id} is not here`);
    const found = await findEngine(paths);
    if (found === undefined) throw new Error(`${id} does not start`);
    engine = found;
    host = createPythonHost({ ...ground, ...paths, size: 2 });
    expect(await host.missing()).toBeUndefined();
    atFirst = host.pids();
    const made = await ensureImage({
      ...ground,
      engine,
      memoryMegabytes: 256,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      tell: () => undefined,
      closing: new AbortController().signal,
    });
    if ('error' in made) throw new Error(made.error);
    image = made.directory;
    bait = await setBait();
  });
  afterAll(async () => {
    await host?.close();
    await bait?.close();
  });

  /** What the trial meets when one of the layers is left out. */
  const proofWithout = async (layer: 'gate' | 'process' | 'box'): Promise<Proof> => {
    const env = { TZ: 'UTC', ...engine.env };
    const command = confine({
      engine,
      ...(layer === 'gate' ? { bwrap: ground.bwrap } : {}),
      directory: image,
      program: 'main.mjs',
      args: [],
      env,
      ...(layer === 'process' ? { dangerouslyOpen: true } : {}),
    });
    const sandbox = await startSandbox({
      command,
      env,
      python: {},
      wheels: new Map(),
      closing: new AbortController().signal,
      ...(layer === 'gate' ? { dangerouslyOpen: true } : {}),
      trial: {
        share: 'all',
        baits: {
          files: ['/etc/passwd'],
          port: bait.port,
          pid: bait.pid,
          program: engine.binary,
          environment: [...Object.keys(env), 'PWD'],
        },
      },
    });
    if ('error' in sandbox) throw new Error(sandbox.error);
    const proof = await sandbox.proof();
    sandbox.kill();
    await sandbox.exited;
    if (proof === undefined) throw new Error(sandbox.reason());
    return proof;
  };
  const open = (findings: { name: string; held: boolean }[]): string[] =>
    findings.filter(({ held }) => !held).map(({ name }) => name);

  test('the tests prove all three layers', async () => {
    expect(await host.layers()).toEqual(['gate', id, 'bubblewrap']);
    // Of the two that tried, the one that nothing broke is there at once.
    expect(atFirst).toHaveLength(1);
  });

  test.each(PYTHON_PROBES)('Python does not reach $name', async ({ source }) => {
    const ending = await run(host, job(source));
    expect(['failed', 'finished', 'crashed']).toContain(ending.kind);
    expect(ending.value ?? null).toBeNull();
    expect(ending.layers).toEqual(['gate', id, 'bubblewrap']);
  });

  test('the gate holds without the process below', async () => {
    const proof = await proofWithout('process');
    expect(open(proof.gate)).toEqual([]);
    expect(open(proof.reset)).toEqual([]);
    // The layer really is off: JavaScript, had Python reached it, could do all of this.
    expect(open(proof.process)).toEqual(
      expect.arrayContaining(['files', 'network', 'programs', 'processes']),
    );
  });

  test('the process holds without the gate', async () => {
    const proof = await proofWithout('gate');
    expect(open(proof.gate)).toEqual(expect.arrayContaining(['js', 'pyodide_js']));
    // Python has all of JavaScript, and still nothing of the host.
    const host = proof.gate.filter(({ name }) => HOST_PROBES.includes(name));
    expect(host).toHaveLength(HOST_PROBES.length);
    expect(open(host)).toEqual([]);
    expect(open(proof.process)).toEqual([]);
  });

  test('without gate and sandbox the engine holds what it promises', async () => {
    const proof = await proofWithout('box');
    const beyond = id === 'node' ? ['network', 'processes'] : [];
    expect(open(proof.process).filter((name) => !beyond.includes(name))).toEqual([]);
  });

  test('A0.33 printed frames are only output', async () => {
    const frame = '\\x14\\x00\\x00\\x00\\x0e{"exitCode":9}\\x16\\x00\\x00\\x00\\x02{}';
    const source = `import sys, os\ndef main():\n    sys.stdout.buffer.write(b'${frame}' * 50); sys.stdout.flush(); os.write(2, b'${frame}'); print("{}"); return {"real": True}`;
    const ending = await run(host, job(source));
    expect(ending).toMatchObject({ kind: 'finished', exitCode: 0, value: { real: true } });
    expect(ending.stdout).toContain('{"exitCode":9}');
  });

  test('a call leaves nothing for the next', async () => {
    const leave = `import builtins, os, sys, random, json
def main():
    builtins.len = lambda x: 42
    json.dumps = lambda *a, **k: "forged"
    sys.modules["left"] = sys
    os.umask(0); open("/tmp/left", "w").write("x"); os.chdir("/tmp"); os.close(2)
    random.seed(7)
    return [os.umask(0o77), random.random()]`;
    const find = `import os, sys, random
def main():
    return [len([]), "left" in sys.modules, os.path.exists("/tmp/left"), os.getcwd(), os.umask(0o22), random.random()]`;
    const single = createPythonHost({ ...ground, ...ground.engines[id], size: 1 });
    const first = await run(single, job(leave));
    const [pid] = single.pids();
    const values = await Promise.all([1, 2].map(() => run(single, job(find))));
    expect(single.pids()).toEqual([pid]);
    await single.close();
    expect(first.kind).toBe('finished');
    for (const { value } of values) {
      expect(value).toEqual([0, false, false, '/home/pyodide', 0o22, expect.any(Number)]);
    }
    const numbers = new Set(values.map(({ value }) => (value as number[]).at(-1)));
    expect(numbers.size).toBe(2);
  });
});
