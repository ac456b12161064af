import type { Ending } from '../../shared/tool/run/ending.ts';
import { processMemory } from '../platform/process/process-memory.ts';
import { benchHost, benchJob } from './ground/python.ts';
import { reportLine } from './ground/measure.ts';

const CALLS = 5000;
const CALLERS = 3;
const MEGABYTE = 1024 * 1024;

const body = (...lines: string[]): string =>
  ['def main():', ...lines.map((line) => `    ${line}`)].join('\n');

/** Friendly and hostile calls; each must end every time as it did the first time. */
const PROGRAMS: string[] = [
  body('return 1'),
  body(
    'import csv, io',
    'w = io.StringIO(); csv.writer(w).writerows([[n, n * n] for n in range(500)])',
    'return len(w.getvalue())',
  ),
  'import asyncio\nasync def main():\n    await asyncio.gather(*[asyncio.sleep(0) for _ in range(50)])\n    return 2',
  body(
    'import os',
    'for n in range(50): open(f"/tmp/{n}", "w").write("x" * 1000)',
    'os.makedirs("/tmp/a/b"); os.rename("/tmp/1", "/tmp/a/1")',
    'return sorted(os.listdir("/tmp"))[:5]',
  ),
  body(
    'import sqlite3',
    'c = sqlite3.connect("/tmp/x.db"); c.execute("create table t(a)")',
    'c.executemany("insert into t values(?)", [(n,) for n in range(1000)]); c.commit()',
    'return c.execute("select sum(a) from t").fetchone()[0]',
  ),
  body(
    'import base64, hashlib, zlib',
    'return base64.b64encode(hashlib.sha256(zlib.compress(b"x" * 10000)).digest()).decode()',
  ),
  body(
    'import json, re',
    'return len(json.dumps([re.findall(r"\\w+", "a b c " * 100) for _ in range(50)]))',
  ),
  body(
    'import decimal, fractions',
    'return [str(decimal.Decimal(1) / 3), str(fractions.Fraction(1, 3))]',
  ),
  body('import xml.etree.ElementTree as E', 'return E.fromstring("<a><b/></a>").tag'),
  body('print("x" * 100000)', 'return "printed"'),
  body('raise ValueError("x" * 10000)'),
  body('return main()'),
  body('import sys', 'sys.modules.clear()', 'return 1'),
  body('import builtins', 'builtins.print = None; builtins.len = lambda x: 42', 'return len([])'),
  body(
    'import os',
    'for n in range(3, 50):',
    '    try: os.close(n)',
    '    except OSError: pass',
    'os.close(0); os.close(1); os.close(2)',
    'return 1',
  ),
  body('import signal', 'signal.signal(2, lambda *a: None)', 'return 1'),
  body('import shutil', 'shutil.rmtree("/", ignore_errors=True)', 'return 1'),
  body('import os', 'return os.umask(0)'),
  body('import gc', 'class X: pass', 'x = X(); x.x = x', 'return gc.isenabled()'),
  body('import js'),
];
/** Rarer calls, because each costs a sandbox. */
const COSTLY: string[] = [
  body('from pyodide.ffi import to_js', 'return str(to_js([1]))'),
  body('import os', 'os._exit(1)'),
  body('import ctypes', 'return str(ctypes.CDLL(None).system)'),
  body('kept = []', 'while True: kept.append("a" * 1000000)'),
  body('a = []', 'for n in range(200000): a = [a]', 'return repr(a)'),
  body('while True:', '    try:', '        while True: pass', '    except BaseException: pass'),
];
const COSTLY_EVERY = 50;

/** Returns what must be the same each time. */
const essence = (ending: Ending): string =>
  JSON.stringify({
    kind: ending.kind,
    value: ending.value,
    bytes: ending.output.length,
    fault: ending.kind === 'failed' ? ending.fault?.class : undefined,
  });

/** Makes thousands of calls of all kinds; prints failures, changed results, and memory. */
export async function run(calls = CALLS): Promise<void> {
  const host = await benchHost();
  const memory = async (): Promise<number> => {
    const all = await Promise.all(host.pids().map((pid) => processMemory(pid)));
    return all.reduce((sum, bytes) => sum + bytes, 0) / all.length / MEGABYTE;
  };
  const first = new Map<string, string>();
  const differing = new Map<string, string>();
  let unavailable = 0;
  let started = 0;
  const ask = async (source: string): Promise<void> => {
    const job = benchJob(source, { limits: { timeoutMs: 5000, outputBytes: 20_000 } });
    const ending = await host.perform(job, () => undefined, new AbortController().signal);
    if (ending.kind === 'unavailable') unavailable += 1;
    const now = essence(ending);
    const before = first.get(source) ?? now;
    first.set(source, before);
    if (now !== before) differing.set(source, `${before}\n  then ${now}`);
  };
  const caller = async (): Promise<void> => {
    while (started < calls) {
      const turn = started++;
      const costly = COSTLY[Math.floor(turn / COSTLY_EVERY) % COSTLY.length];
      const usual = PROGRAMS[turn % PROGRAMS.length];
      await ask((turn % COSTLY_EVERY === 0 ? costly : usual) ?? '');
    }
  };
  await ask(PROGRAMS[0] ?? '');
  const [atStart, ownAtStart] = [await memory(), process.memoryUsage().rss / MEGABYTE];
  const began = performance.now();
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const seconds = (performance.now() - began) / 1000;
  const [atEnd, ownAtEnd] = [await memory(), process.memoryUsage().rss / MEGABYTE];
  await host.close();
  const none = { text: '0', met: unavailable === 0 };
  reportLine('calls', `${calls} in ${seconds.toFixed(0)} s`);
  reportLine('refused', String(unavailable), none);
  reportLine('answers that differed', String(differing.size), {
    text: '0',
    met: differing.size === 0,
  });
  reportLine('memory of a sandbox', `${atStart.toFixed(0)} MiB, then ${atEnd.toFixed(0)} MiB`);
  reportLine(
    'memory of the runner',
    `${ownAtStart.toFixed(0)} MiB, then ${ownAtEnd.toFixed(0)} MiB`,
  );
  for (const [source, change] of differing) console.log(`\n${source}\n  ${change}`);
}

if (process.argv[1]?.endsWith('bench/soak.ts') === true)
  await run(Number(process.argv[2] ?? CALLS));
