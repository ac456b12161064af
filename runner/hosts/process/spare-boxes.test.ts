import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProcessJob } from '../../../shared/tool/run/job.ts';
import { bash } from '../../../shared/languages/bash/bash.ts';
import { createScriptHost, foundAt, probe } from './process-host.ts';
import type { Shell } from './launch.ts';
import { perform } from './perform.ts';
import { prepareBox, SpareBoxes } from './spare-boxes.ts';
import type { PreparedBox } from './spare-boxes.ts';
import { sightOf } from './box.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-spares-')));
const files = join(root, 'files');
const scratch = join(root, 'scratch');
for (const folder of [files, scratch]) mkdirSync(folder);
// What boxes leave behind is counted here, where nobody else writes.
vi.stubEnv('TMPDIR', scratch);
const left = () => readdirSync(scratch);

const found = foundAt(bash.id, bash.program);
const proven = await probe(found, { files }, new AbortController().signal);
const inBox = proven?.bwrap !== undefined;
const shell: Shell = proven ?? { ...found.program, files };
if (!inBox) process.stderr.write('bubblewrap does not work here: rows about spares are skipped\n');

/** The processes of the machine that have this text in their arguments. */
const alive = (text: string): number[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const isOne =
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      return isOne ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });

const groupOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2]);

const ended = () => made.filter((box) => box.hasEnded()).length;

/** How many shells wait in a folder: their boxes are set up. */
const waiting = (folder: string) =>
  alive('/lathe/.begin').filter((pid) => {
    try {
      const isShell = readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/bin/sh');
      return isShell && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  }).length;

const jobOf = (script: string, more: Partial<ProcessJob> = {}): ProcessJob => ({
  ...{ host: 'bash', script, file: 'tools/t.sh', arguments: {}, environment: {}, stdin: '' },
  ...{ limits: { timeoutMs: 20_000, outputBytes: 1_000_000 }, text: script },
  ...more,
});

const never = new AbortController().signal;
let made: PreparedBox[];
let spares: SpareBoxes;
function open(idleMs = 600_000): SpareBoxes {
  made = [];
  return new SpareBoxes(async (sight) => {
    const box = await prepareBox(sight, shell);
    if (!('error' in box)) made.push(box);
    return box;
  }, idleMs);
}
beforeEach(() => (spares = open()));
afterEach(() => spares.close());
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

/** Runs one and prepares for the next, as the host does; tells whether a spare served it. */
async function run(script: string, more: Partial<ProcessJob> = {}, signal = never) {
  const job = jobOf(script, more);
  const take = vi.spyOn(spares, 'take');
  const ending = await perform(job, shell, () => undefined, signal, spares);
  const served = (await take.mock.results.at(-1)?.value) !== undefined;
  take.mockRestore();
  spares.refill(sightOf(job, files));
  return { ...ending, served };
}

describe.runIf(inBox)('a box that stood ready', () => {
  test('serves one call, and the next sees nothing of it', async () => {
    const traces =
      'touch "$TMPDIR/x" "$HOME/y" /dev/shm/z; export LEFT=1; cd /tmp; sleep 60 & true';
    expect(await run(traces, { environment: { text: 'a' } })).toMatchObject({ served: false });
    expect(await run(traces, { environment: { text: 'b' } })).toMatchObject({ served: true });
    const look =
      'find "$TMPDIR" "$HOME" /dev/shm -type f; echo "${LEFT-no} ${text-no}"; pwd; pgrep -c sleep';
    const { served, stdout } = await run(look, { environment: { other: 'c' } });
    expect([served, stdout]).toEqual([true, `no no\n${files}\n0\n`]);
  });

  const everyAscii = String.fromCharCode(...Array.from({ length: 127 }, (_, at) => at + 1));
  test.each([
    ['quotes', `'"'"''\\'' \\`],
    ['newlines at both ends', '\n\na\nb\n\n'],
    ['what a shell would run', "'; touch pwned; ' $(touch pwned) `touch pwned` & | > pwned"],
    ['what begins a file anew', "x'\nexec touch pwned\n#"],
    ['every letter of ASCII', everyAscii],
    ['letters of several bytes', '你好 😀 \u0081 \u0088 \ufffd'],
    ['nothing', ''],
    ['a long text', "long '\n".repeat(15_000)],
  ])('promise 8: %s stay data', async (_, text) => {
    await run('true');
    const script = 'printf %s "$text"; printf "|"; cat';
    const given = { environment: { text }, stdin: `\n${text}` };
    expect(await run(script, given)).toMatchObject({
      ...{ served: true, kind: 'finished', stderr: '', stdout: `${text}|\n${text}` },
    });
    expect(existsSync(join(files, 'pwned'))).toBe(false);
  });

  test('a value cannot replace a fixed one, and a name cannot be code', async () => {
    await run('true');
    const environment = { PATH: '/nowhere', HOME: '/', GIT_PAGER: 'sh', name: 'v', line: 'w' };
    const script = 'echo "$HOME $GIT_PAGER $name $line"; tail -n 1 </dev/null';
    expect(await run(script, { environment })).toMatchObject({
      ...{ served: true, kind: 'finished', stdout: '/home/lathe cat v w\n' },
    });
    const hostile = { environment: { 'a=1; touch pwned; b': '' } };
    await expect(run('true', hostile)).rejects.toThrow('cannot name a variable');
    expect(existsSync(join(files, 'pwned'))).toBe(false);
  });

  test.each([
    ['exit 7', { kind: 'failed', exitCode: 7, stderr: '' }],
    ['kill -9 $$', { kind: 'failed', exitCode: 137 }],
    ['echo "$0 $# $(cat)"', { kind: 'finished', stdout: '/lathe/t.sh 0 \n' }],
    ['nosuch', { exitCode: 127, stderr: '/lathe/t.sh: line 1: nosuch: command not found\n' }],
    ['ls -A /lathe; echo x >>"$0"', { kind: 'failed', stdout: '.begin\nt.sh\n' }],
  ])('%j ends as in a new one', async (script, expected) => {
    expect(await run(script)).toMatchObject({ ...expected, served: false });
    expect(await run(script)).toMatchObject({ ...expected, served: true });
  });

  test('serves no call with another view', async () => {
    const write = 'echo x >here && pwd';
    const sub = join(files, 'sub');
    mkdirSync(sub, { recursive: true });
    const readOnly = { guest: { readOnly: true } };
    await run('true', readOnly);
    expect(await run(write)).toMatchObject({ served: false, stdout: `${files}\n` });
    expect(await run(write, readOnly)).toMatchObject({ served: true, kind: 'failed' });
    expect(await run(write)).toMatchObject({ served: true, kind: 'finished' });
    const inSub = { guest: { directory: sub } };
    expect(await run(write, inSub)).toMatchObject({ served: false, stdout: `${sub}\n` });
    const opened = { guest: { allowed: [sub] } };
    expect(await run(write, opened)).toMatchObject({ served: false });
    // No more than four are kept: those for what was asked first are gone.
    expect(await run(write)).toMatchObject({ served: false });
  });

  test('is not used for a folder that was created again', async () => {
    const sub = join(files, 'sub');
    const inSub = { guest: { directory: sub } };
    for (const anew of [sub, files]) {
      mkdirSync(sub, { recursive: true });
      await run('true', inSub);
      await expect.poll(() => waiting(sub), { timeout: 20_000 }).toBe(2);
      rmSync(anew, { recursive: true });
      mkdirSync(sub, { recursive: true });
      expect(await run('echo new >new', inSub)).toMatchObject({ served: false, kind: 'finished' });
      expect(readFileSync(join(sub, 'new'), 'utf8')).toBe('new\n');
    }
    await run('true', inSub);
    rmSync(sub, { recursive: true });
    const { kind, ...gone } = await run('true', inSub);
    expect(kind).toBe('crashed');
    expect(gone).toHaveProperty('reason', expect.stringContaining('could not be set up'));
    expect(await run('true')).toMatchObject({ kind: 'finished' });
  });

  test('that was killed, or whose folder is gone, is skipped', async () => {
    await run('true');
    await expect.poll(() => alive(files).length, { timeout: 20_000 }).toBeGreaterThan(3);
    for (const pid of alive(files)) process.kill(pid, 'SIGKILL');
    await expect.poll(ended, { timeout: 20_000 }).toBe(2);
    expect(await run('echo on')).toMatchObject({ served: false, stdout: 'on\n' });
    await expect.poll(() => left().length, { timeout: 20_000 }).toBe(2);
    for (const folder of left()) rmSync(join(scratch, folder), { recursive: true });
    expect(await run('echo on')).toMatchObject({ served: false, stdout: 'on\n' });
  });

  test('starts nothing for a cancelled call', async () => {
    await run('true');
    const take = spares.take.bind(spares);
    const cancelled = new AbortController();
    // Between the question for a spare and its answer.
    spares.take = (sight) => take(sight).finally(() => cancelled.abort());
    const ending = await run('sleep 60; touch late', {}, cancelled.signal);
    expect(ending).toMatchObject({ kind: 'cancelled' });
    expect(existsSync(join(files, 'late'))).toBe(false);
  });

  test('has no process outside the killed group, from its first moment on', async () => {
    await run('true');
    await expect.poll(() => waiting(files), { timeout: 20_000 }).toBe(2);
    const leaders = made.map((box) => box.child.pid);
    const groups = new Set(alive(files).map(groupOf));
    expect([...groups].toSorted()).toEqual(leaders.toSorted());
  });

  test('ends after a time without use, and when the host closes', async () => {
    // A killed process takes a moment to be gone from the list.
    const expectNothing = () => {
      expect(left()).toEqual([]);
      return expect.poll(() => alive(files), { timeout: 20_000 }).toEqual([]);
    };
    await spares.close();
    await expectNothing();
    spares = open(100);
    await run('true');
    await expect.poll(ended, { timeout: 20_000 }).toBe(2);
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
    await expectNothing();

    const host = createScriptHost(bash, { filesDirectory: files });
    const call = () => host.perform(jobOf('echo x'), () => undefined, never);
    await host.missing();
    await expectNothing();
    await Promise.all([call(), call(), call()]);
    await expect.poll(() => alive(files).length, { timeout: 20_000 }).toBeGreaterThan(3);
    const last = call();
    await host.close();
    expect(['finished', 'cancelled']).toContain((await last).kind);
    await expectNothing();
  });
});
