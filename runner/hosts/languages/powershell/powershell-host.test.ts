import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { powershell } from '../../../../shared/languages/powershell/powershell.ts';
import type { CallContext } from '../../../../shared/tool/run/call-context.ts';
import type { Host } from '../../../../shared/tool/run/host.ts';
import type { Json, JsonObject } from '../../../../shared/tool/json.ts';
import { nodeDisk } from '../../../platform/disk/node-disk.ts';
import { createPowerShellHost } from './powershell-host.ts';

const GUEST = '../../../../shared/languages/powershell/guest/run.ps1';
const root = mkdtempSync(join(tmpdir(), 'lathe-test-'));
const open = (path: string, install = false, files = 'files') =>
  createPowerShellHost({
    ...{ disk: nodeDisk, filesDirectory: join(root, files), cache: join(root, 'cache') },
    ...{ path, install },
  });
const host = open(process.env.PATH ?? '');
const missing = await host.missing();
if (missing !== undefined) {
  process.stderr.write(`Rows that run PowerShell are skipped: ${missing.missing}\n`);
}
const here = test.runIf(missing === undefined);
afterAll(async () => {
  await host.close();
  rmSync(root, { recursive: true });
});

const inBox = (await host.layers()).includes('bubblewrap');
/** PowerShell takes its time to start where the machine is busy. */
const LONG = { timeout: 120_000 };
const boxed = test.runIf(missing === undefined && inBox);

interface Asked {
  timeoutMs?: number;
  context?: CallContext;
  on?: Host;
}

const run = (source: string, args: JsonObject = {}, entry?: string, asked: Asked = {}) => {
  const { timeoutMs = 60_000, context = {}, on = host } = asked;
  const tool = {
    definition: { name: 't', description: 't', parameters: {}, timeoutMs },
    code: { language: 'powershell', file: 't.ps1', source, ...(entry ? { entry } : {}) },
  };
  const limits = { defaultTimeoutMs: 1, outputBytes: 100_000 };
  const job = powershell.prepare(tool, args, { ...limits, context });
  return on.perform(job, () => undefined, new AbortController().signal);
};

describe('without PowerShell', () => {
  test('A0.1 one clear line says what to install, and a call says the same', async () => {
    const none = open('/nowhere');
    const reason = (await none.missing())?.missing;
    expect(reason).toMatch(/^PowerShell is not installed; install .*pwsh/);
    expect(reason).not.toContain('\n');
    const tool = {
      definition: { name: 't', description: 't', parameters: {} },
      code: { language: 'powershell', file: 't.ps1', source: '1' },
    };
    const job = powershell.prepare(tool, {}, { defaultTimeoutMs: 1000, outputBytes: 1000 });
    const ending = await none.perform(job, () => undefined, new AbortController().signal);
    expect(ending).toMatchObject({ kind: 'unavailable', reason });
    await none.close();
  });

  test('a .NET SDK is asked once, and a failure is remembered for a day', async () => {
    const cache = join(root, 'cache');
    await nodeDisk.makeFolder(cache);
    const note = join(cache, 'powershell.failed.json');
    writeFileSync(note, JSON.stringify({ at: Date.now(), why: 'no feed' }));
    // Any program of that name will do: with the note it is never started.
    await nodeDisk.makeFolder(join(root, 'sdk'));
    writeFileSync(join(root, 'sdk/dotnet'), '', { mode: 0o755 });
    const asked = open(join(root, 'sdk'), true);
    expect((await asked.missing())?.missing).toMatch(/could not fetch it \(no feed\); install/);
    await asked.close();
    expect(existsSync(join(cache, 'powershell'))).toBe(false);
    rmSync(note);
  });

  test('a call is data: the script and its arguments are separate', () => {
    const tool = {
      definition: { name: 't', description: 't', parameters: {} },
      code: { language: 'powershell', file: 't.ps1', source: '$x', entry: 'Get-It' },
    };
    const args = { x: '"; rm -rf ~ #\n$(1)' };
    const job = powershell.prepare(tool, args, { defaultTimeoutMs: 1000, outputBytes: 1000 });
    if (!('stdin' in job)) throw new Error('no process job');
    expect(job.script).toBe('$x');
    expect(JSON.parse(job.stdin)).toEqual({
      ...{ source: '$x', file: 't.ps1', arguments: args, environment: {}, entry: 'Get-It' },
    });
    const rows = job.text.split('\n').slice(2);
    expect(rows.every((row) => row.startsWith('#'))).toBe(true);
  });
});

test('a program with that name gets the guest, its folder and a file for its answer', async () => {
  const folder = join(root, 'stand-in');
  await nodeDisk.makeFolder(folder);
  const script = [
    '#!/bin/sh',
    'for script in "$@"; do :; done',
    'echo "$1 $2 $3 ${script##*.} $(head -n 1 "$script" | cut -c 1-7) $(head -c 11)"',
    `printf '{"value":"here"}' >"$LATHE_RESULT"`,
  ];
  writeFileSync(join(folder, 'pwsh'), script.join('\n'), { mode: 0o755 });
  const standIn = open(`${folder}:/usr/bin:/bin`);
  expect(await standIn.missing()).toBeUndefined();
  const tool = {
    definition: { name: 't', description: 't', parameters: {} },
    code: { language: 'powershell', file: 't.ps1', source: '1' },
  };
  const job = powershell.prepare(tool, {}, { defaultTimeoutMs: 9000, outputBytes: 1000 });
  const ending = await standIn.perform(job, () => undefined, new AbortController().signal);
  const guest = '-NoProfile -NonInteractive -File ps1 GUEST {"source":"';
  const head = readFileSync(new URL(GUEST, import.meta.url), 'utf8').slice(0, 7);
  expect(ending).toMatchObject({ kind: 'finished', value: 'here' });
  expect(ending.stdout).toBe(`${guest.replace('GUEST', head)}\n`);
  await standIn.close();
});

describe('A0.32 a function', LONG, () => {
  here.each<[string, JsonObject, Json]>([
    ['function F { param([int]$A, [int]$B = 2) $A + $B }', { A: 1 }, 3],
    ['function F { param($A) $A }', { A: "'; exit #" }, "'; exit #"],
    ['function F { param($A) @{ a = $A } }', { A: [1, 2] }, { a: [1, 2] }],
    ['function F { param([switch]$A) [bool]$A }', { A: true }, true],
    ['function F { param([string]$A) $A }', { A: '2026-01-02T03:04:05Z' }, '2026-01-02T03:04:05Z'],
    ['function F { Write-Host noise; Write-Warning w; 1 }', {}, 1],
    ['function F { }', {}, null],
    ['function F { , @() }', {}, []],
    [
      'function F { [DayOfWeek]::Monday; { 1 }; [timespan]"01:00" }',
      {},
      ['Monday', ' 1 ', '01:00:00'],
    ],
    [
      'class P { [int]$X; [P]$In }\nfunction F { [P]@{ X = 1; In = @{ X = 2 } } }',
      {},
      { X: 1, In: { X: 2, In: null } },
    ],
    [
      'function F { @{ Keys = 1; Count = [long]2 }; [char]"c"; $null }',
      {},
      [{ Keys: 1, Count: 2 }, 'c', null],
    ],
    [
      'function F { $d = [Collections.Generic.Dictionary[int, string]]::new(); $d[1] = "a"; $d }',
      {},
      { '1': 'a' },
    ],
    [
      'function F { param([System.Collections.Generic.Dictionary[string, int]]$A) $A.GetType().Name; $A }',
      { A: { x: '1', Keys: 2 } },
      ['Dictionary`2', { x: 1, Keys: 2 }],
    ],
    ['function F { foreach ($i in 1..3) { if ($i -eq 2) { break }; $i } }', {}, 1],
    ['Set-StrictMode -Version Latest\nfunction F { 1 }', {}, 1],
  ])('%s', async (source, args, value) => {
    expect(await run(source, args, 'F')).toMatchObject({ kind: 'finished', value });
  });

  const EARLY = [expect.stringMatching(/^It ended before its last line/)];
  here.each<[string, string | undefined, object]>([
    [
      'function F { 1; "a"; exit 3 }',
      'F',
      { kind: 'failed', exitCode: 3, value: [1, 'a'], warnings: EARLY },
    ],
    ['function F { 1; exit }', 'F', { kind: 'finished', value: 1, warnings: EARLY }],
    ['function F { 1; break; 2 }', 'F', { kind: 'finished', value: 1, warnings: EARLY }],
    ['function F { 1; continue; 2 }', 'F', { kind: 'finished', value: 1, warnings: EARLY }],
    ['function F { 1; break out; 2 }', 'F', { kind: 'finished', value: 1, warnings: EARLY }],
    ['function F { 1; throw "no" }', 'F', { kind: 'failed', value: 1, fault: { message: 'no' } }],
    ['param() 1; exit 3', '.', { kind: 'failed', exitCode: 3, value: 1 }],
    ['param() 1; break; 2', '.', { kind: 'finished', value: 1, warnings: EARLY }],
    ['"a"; exit 3', undefined, { kind: 'failed', exitCode: 3, stdout: 'a\n' }],
    ['"a"; break; "b"', undefined, { kind: 'finished', stdout: 'a\n', warnings: EARLY }],
    ['sh -c "exit 4"; "a"', undefined, { kind: 'finished', stdout: 'a\n' }],
    [
      'exit 3\nfunction F { 1 }',
      'F',
      {
        kind: 'failed',
        exitCode: 3,
        fault: { message: expect.stringContaining('before "F" could be called') },
      },
    ],
    [
      'break\nfunction F { 1 }',
      'F',
      {
        kind: 'failed',
        exitCode: 1,
        fault: { message: expect.stringContaining('before "F" could be called') },
      },
    ],
  ])('an early end keeps the values so far: %j', async (source, entry, expected) => {
    expect(await run(source, {}, entry)).toMatchObject(expected);
  });

  // What a schema says of a mandatory parameter is what PowerShell refuses.
  here.each<[string, Json]>([
    ['[Parameter(Mandatory)][string]$A', ''],
    ['[Parameter(Mandatory)][string[]]$A', []],
    ['[Parameter(Mandatory)][string[]]$A', ['a', '']],
    ["[Parameter(ParameterSetName='x', Mandatory)][Parameter(ParameterSetName='y')][string]$A", ''],
  ])('%s refuses %j', async (parameter, given) => {
    const ending = await run(
      `function F { [CmdletBinding(DefaultParameterSetName='y')] param(${parameter}) 1 }`,
      { A: given },
      'F',
    );
    expect(ending).toMatchObject({
      kind: 'failed',
      fault: { message: expect.stringContaining("'A'") },
    });
  });

  here('what is nested deeper than is told says so; 200,000 numbers come back', async () => {
    const nest = 'function F { $x = 1; foreach ($i in 1..10) { $x = @{ n = $x } }; $x }';
    expect(await run(nest, {}, 'F')).toMatchObject({
      warnings: ['The answer is nested deeper than 9 levels; deeper parts are given as text'],
    });
    const { value, ...rest } = await run('function F { 1..200000 }', {}, 'F');
    expect(rest).not.toHaveProperty('warnings');
    expect(value).toHaveLength(200_000);
    expect((value as Json[]).at(-1)).toBe(200_000);
  });

  here('A0.16 A0.33 A0.34 formats, keeps streams apart and fails clearly', async () => {
    const source = [
      'function F { Write-Host out; Write-Warning warn; 5 }',
      'function Format-F { param($Result, $Arguments) "five: $Result" }',
    ].join('\n');
    expect(await run(source, {}, 'F')).toMatchObject({
      ...{ kind: 'finished', value: 5, formatted: 'five: 5', stdout: 'out\n' },
      stderr: 'WARNING: warn\n',
    });
    expect(await run('function F {\n  throw "no luck"\n}', {}, 'F')).toMatchObject({
      kind: 'failed',
      fault: { message: 'no luck', line: 2 },
    });
    // What an object of .NET leads to never ends, so only its own properties are told.
    const item = await run('function F { Get-Item / }', {}, 'F');
    expect(item).toMatchObject({ kind: 'finished', value: { FullName: '/', Root: '/' } });
    const noisy = await run('function F { sh -c "echo e >&2"; Write-Error bad }', {}, 'F');
    expect(noisy).toMatchObject({ kind: 'failed', fault: { message: 'bad', line: 1 } });
    expect(noisy.stderr.startsWith('e\n')).toBe(true);
    expect(noisy).not.toHaveProperty('fault.traceback', expect.stringContaining('/lathe/'));
    expect(await run('function F { exit 3 }', {}, 'F')).toMatchObject({ exitCode: 3 });
  });

  here('A0.35 is stopped at its limit', async () => {
    const ending = await run('function F { Start-Sleep 30 }', {}, 'F', { timeoutMs: 3000 });
    expect(ending).toMatchObject({ kind: 'timed-out', afterMs: 3000 });
  });
});

/** The worlds of processes in which a PowerShell of this folder waits for its call. */
const waiting = (files: string): string[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const isOne = words[0]?.endsWith('/pwsh') && readlinkSync(`/proc/${pid}/cwd`) === files;
      return isOne ? [readlinkSync(`/proc/${pid}/ns/pid`)] : [];
    } catch {
      return [];
    }
  });

boxed('waits at a low priority, and runs at that of the runner', LONG, async () => {
  const own = open(process.env.PATH ?? '', false, 'low');
  const files = `${realpathSync(root)}/low`;
  const source = [
    'function F {',
    '  foreach ($try in 1..200) {',
    "    $nice = @(Get-ChildItem /proc/self/task/*/stat | ForEach-Object { [int]((Get-Content $_) -replace '^.*\\) ' -split ' ')[16] })",
    `    if (($nice | Measure-Object -Maximum).Maximum -le ${getPriority()}) { return 'raised' }`,
    '    Start-Sleep -Milliseconds 50',
    '  }',
    '  $nice',
    '}',
  ].join('\n');
  expect(await run(source, {}, 'F', { on: own })).toMatchObject({ value: 'raised' });
  await expect.poll(() => waiting(files).length, { timeout: 60_000 }).toBe(1);
  expect(await run(source, {}, 'F', { on: own })).toMatchObject({ value: 'raised' });
  await own.close();
});

boxed(
  'a call meets a PowerShell that was started before it, and none meets it again',
  LONG,
  async () => {
    const own = open(process.env.PATH ?? '', false, 'own');
    const files = realpathSync(root) + '/own';
    const context = { sessionId: 'one' };
    const source = [
      'function F {',
      '  (Get-Item /proc/self/ns/pid).Target; "$env:LATHE_SESSION_ID $env:LEFT $global:left"',
      '  Test-Path $env:TMPDIR/left; $env:LEFT = "x"; $global:left = "y"',
      '  Set-Content $env:TMPDIR/left z',
      '}',
    ].join('\n');
    const call = (said: CallContext = {}) => run(source, {}, 'F', { on: own, context: said });
    const [first, second] = await Promise.all([call(context), call()]);
    expect(first).toMatchObject({ kind: 'finished', value: [expect.any(String), 'one  ', false] });
    expect(second).toMatchObject({ kind: 'finished', value: [expect.any(String), '  ', false] });
    for (let again = 0; again < 2; again += 1) {
      await expect.poll(() => waiting(files).length, { timeout: 60_000 }).toBe(1);
      const [world = ''] = waiting(files);
      // The kernel gives the number of a namespace that ended to another one: what it left tells them apart.
      expect(await call()).toMatchObject({ kind: 'finished', value: [world, '  ', false] });
    }
    await expect.poll(() => waiting(files).length, { timeout: 60_000 }).toBe(1);
    await own.close();
    await expect.poll(() => waiting(files), { timeout: 20_000 }).toEqual([]);
  },
);

here('a three-layer script writes to its output', LONG, async () => {
  const ending = await run('param([string]$text)\n"said $text"', { text: 'a' });
  expect(ending).toMatchObject({ kind: 'finished', stdout: 'said a\n' });
});
