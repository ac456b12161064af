import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bash } from '../../../shared/languages/bash/bash.ts';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { Progress } from '../../../shared/tool/run/host.ts';
import type { Arguments } from '../../../shared/tool/json.ts';
import { createScriptHost } from './process-host.ts';

const root = mkdtempSync(join(tmpdir(), 'lathe-test-'));
const files = join(root, 'files');
const scratch = join(root, 'scratch');
mkdirSync(scratch);
vi.stubEnv('TMPDIR', scratch);
const boxed = createScriptHost(bash, { filesDirectory: files });
const bare = createScriptHost(bash, { filesDirectory: files, bwrap: '/nowhere/bwrap' });
const inBox = (await boxed.layers()).includes('bubblewrap');

beforeAll(async () => {
  expect(await bare.missing()).toBeUndefined();
  if (!inBox)
    process.stderr.write('bubblewrap does not work here: rows about its box are skipped\n');
});
afterAll(async () => {
  await Promise.all([boxed.close(), bare.close()]);
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

interface Asked {
  args?: Arguments;
  timeoutMs?: number;
  outputBytes?: number;
  host?: typeof boxed;
  tell?: (progress: Progress) => void;
  signal?: AbortSignal;
}

function run(source: string, asked: Asked = {}): Promise<Ending> {
  const { args = {}, timeoutMs = 20_000, outputBytes = 100_000, host = boxed } = asked;
  const tool = {
    definition: { name: 't', description: 't', parameters: {}, timeoutMs },
    code: { language: 'bash', file: 'execution.sh', source },
  };
  const job = bash.prepare(tool, args, { defaultTimeoutMs: 1, outputBytes });
  const signal = asked.signal ?? new AbortController().signal;
  return host.perform(job, asked.tell ?? (() => undefined), signal);
}

/** How many processes of the machine have this text in their arguments. */
function alive(marker: string): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(marker);
    } catch {
      return false;
    }
  }).length;
}

const hosts = [
  { name: 'in the box', host: boxed },
  { name: 'without a box', host: bare },
];

describe.each(hosts)('bash $name', ({ host }) => {
  test('reports its isolation', async () => {
    expect(await host.layers()).toEqual(host === boxed && inBox ? ['bubblewrap'] : []);
    const { layers, warnings } = await run('true', { host });
    expect(layers).toEqual(await host.layers());
    expect(warnings !== undefined).toBe(layers?.length === 0);
  });

  test('A1.30 separates stdout, stderr, both in order, and the exit status', async () => {
    const source = 'echo one; sleep 0.2; echo two >&2; sleep 0.2; echo three; exit 3';
    expect(await run(source, { host })).toMatchObject({
      kind: 'failed',
      exitCode: 3,
      stdout: 'one\nthree\n',
      stderr: 'two\n',
      output: 'one\ntwo\nthree\n',
      truncated: false,
    });
  });

  test('streams before the program ends', async () => {
    const heard = join(files, 'heard');
    rmSync(heard, { force: true });
    const seen: string[] = [];
    const tell = (progress: Progress) => {
      if (progress.type !== 'output') return;
      seen.push(progress.text);
      // The program goes on only once what it printed was heard.
      if (seen.length === 1) writeFileSync(heard, '');
    };
    const source = `echo early; until [ -e heard ]; do sleep 0.05; done; echo late`;
    const ending = await run(source, { host, tell });
    expect(seen).toEqual(['early\n', 'late\n']);
    expect(ending).toMatchObject({ kind: 'finished', exitCode: 0 });
  });

  test('A1.28 T13 keeps the beginning of 100 MB and counts the rest, in bounded memory', async () => {
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10);
    const source = 'head -c 100000000 /dev/zero | tr "\\0" A';
    const ending = await run(source, { host, outputBytes: 10_000 });
    clearInterval(timer);
    expect(ending).toMatchObject({ kind: 'finished', truncated: true, droppedBytes: 99_990_000 });
    expect(ending.output).toBe('A'.repeat(10_000));
    expect((peak - before) / 1e6).toBeLessThan(60);
  });

  test('a character that is split by two writes or by the limit is never garbled', async () => {
    const source = "printf '\\xe4\\xbd'; sleep 0.2; printf '\\xa0\\xe5\\xa5\\xbd'";
    expect((await run(source, { host })).output).toBe('你好');
    const capped = await run(source, { host, outputBytes: 5 });
    expect(capped).toMatchObject({ output: '你', truncated: true, droppedBytes: 1 });
    expect((await run("printf 'a\\xff'", { host })).output).toBe('a\ufffd');
  });

  test('A1.29 A4.34 T13 a time-out leaves no child, not even one that ignores SIGTERM', async () => {
    const marker = `${process.pid}.${host === boxed ? 1 : 2}`;
    const source = `trap '' TERM; echo begun; (trap '' TERM; sleep 70${marker}) & sleep 71${marker}; sleep 72${marker}`;
    const asked = run(source, { host, timeoutMs: 1500 });
    await expect.poll(() => alive(marker), { timeout: 20_000 }).toBeGreaterThan(1);
    const ending = await asked;
    expect(ending).toMatchObject({ kind: 'timed-out', afterMs: 1500, output: 'begun\n' });
    await expect.poll(() => alive(marker), { timeout: 20_000 }).toBe(0);
  });

  test('A4.34 after a cancel nothing is left', async () => {
    const marker = `${process.pid}.${host === boxed ? 3 : 4}`;
    const controller = new AbortController();
    const tell = () => controller.abort();
    const source = `echo begun; sleep 73${marker} & wait`;
    const ending = await run(source, { host, tell, signal: controller.signal });
    expect(ending).toMatchObject({ kind: 'cancelled', stdout: 'begun\n' });
    await expect.poll(() => alive(marker), { timeout: 20_000 }).toBe(0);
    expect(await run('echo never', { host, signal: controller.signal })).toMatchObject({
      kind: 'cancelled',
      output: '',
    });
  });

  test('A4.34 background processes end with the script and do not delay it', async () => {
    const marker = `${process.pid}.${host === boxed ? 5 : 6}`;
    const ending = await run(`sleep 74${marker} & echo done`, { host });
    expect(ending).toMatchObject({ kind: 'finished', output: 'done\n' });
    await expect.poll(() => alive(marker), { timeout: 20_000 }).toBe(0);
  });

  test('has no variables except named ones', async () => {
    process.env.LATHE_TEST_SECRET = 'secret';
    const { stdout } = await run('env', { host, args: { text: 'x' } });
    delete process.env.LATHE_TEST_SECRET;
    const names = stdout
      .trim()
      .split('\n')
      .map((row) => row.split('=')[0] ?? '')
      .filter((name) => !name.startsWith('GIT_'));
    expect(names.sort()).toEqual(
      ['BASH_ENV', 'HOME', 'LANG', 'PATH', 'PWD', 'SHLVL', 'TERM', 'TMPDIR', '_', 'text'].sort(),
    );
  });

  test.each([
    ['$(touch pwned)'],
    ['`touch pwned`'],
    ['"; touch pwned; "'],
    ["'; touch pwned; '"],
    ['a\nb\n\ntouch pwned'],
    ['() { :; }; touch pwned'],
    ['-n \\t * ~ $HOME {a,b}'],
    ['你好 😀'],
  ])('promise 8: %j stays data', async (text) => {
    const source = 'printf %s "$text"; [ "$(cat)" = "$1" ]; [ -e pwned ] && echo PWNED';
    const ending = await run(source, { host, args: { text } });
    expect(ending.stdout).toBe(text);
    expect(existsSync(join(files, 'pwned'))).toBe(false);
  });

  test('passes every argument as JSON on stdin, and NUL and large values only there', async () => {
    const args = {
      nul: 'a\0b',
      large: 'x'.repeat(200_000),
      n: 1.5,
      on: true,
      list: [1],
      none: null,
    };
    const source =
      'echo "${nul-unset} ${large-unset} $n $on $list ${none-unset} $LATHE_OMITTED"; cat';
    const { stdout } = await run(source, { host, args, outputBytes: 1_000_000 });
    const [first = '', ...rest] = stdout.split('\n');
    expect(first).toBe('unset unset 1.5 true [1] unset nul large');
    expect(JSON.parse(rest.join('\n'))).toEqual(args);
  });

  test('a script that reads none of a large input ends well', async () => {
    const args = { large: 'x'.repeat(3_000_000) };
    expect(await run('exit 0', { host, args })).toMatchObject({ kind: 'finished' });
  });

  test('the files directory is the working directory, and writable', async () => {
    const name = host === boxed ? 'boxed.txt' : 'bare.txt';
    expect((await run(`pwd; echo kept > ${name}`, { host })).stdout).toBe(`${files}\n`);
    expect(readFileSync(join(files, name), 'utf8')).toBe('kept\n');
  });
});

describe.runIf(inBox)('promise 6: the box', () => {
  test.each([
    ['a file beside the workspace', `cat ${join(root, 'secret')}`],
    ['the machine name', 'cat /etc/hostname'],
    ['password hashes', 'cat /etc/shadow'],
    ['the home of root', 'ls /root'],
    ['other processes', `kill -0 ${process.pid}`],
    ['the environment of the runner', `cat /proc/${process.pid}/environ`],
    ['writing to the system', 'touch /usr/x || touch /etc/x || touch /x'],
    ['writing to the script', 'echo x >> "$0"'],
    ['mounting', 'mount -t tmpfs none /mnt'],
    ['becoming root', 'unshare -r true && mount --bind /tmp /usr'],
  ])('cannot reach %s', async (_, source) => {
    writeFileSync(join(root, 'secret'), 'TOP SECRET');
    const ending = await run(source);
    expect(ending.kind).toBe('failed');
    expect(ending.stdout).toBe('');
  });

  test('a signal to the group of a script reaches only the script', async () => {
    const source = "trap 'echo heard; exit 3' TERM; kill 0; echo on";
    expect(await run(source)).toMatchObject({ kind: 'failed', exitCode: 3, stdout: 'heard\n' });
  });

  test('has no network, not even the loopback of the machine', async () => {
    let reached = 0;
    const server = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    const port = await new Promise<number>((done) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        done(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const probe = `exec 3<>/dev/tcp/127.0.0.1/${port}`;
    expect((await run(probe)).kind).toBe('failed');
    expect(reached).toBe(0);
    // The same line does reach it without a box, so the row above proves something.
    expect((await run(probe, { host: bare })).kind).toBe('finished');
    expect(reached).toBe(1);
    await new Promise((done) => server.close(done));
  });

  test('A4.34 a child with its own session dies, too', async () => {
    const marker = `${process.pid}.7`;
    const source = `setsid sleep 75${marker} & setsid -f sleep 76${marker}; sleep 0.3; echo $(pgrep -fc 7[56]${marker})`;
    expect((await run(source)).stdout.trim()).toBe('2');
    await expect.poll(() => alive(marker), { timeout: 20_000 }).toBe(0);
  });

  test('a job may get the files read-only', async () => {
    const tool = {
      definition: { name: 't', description: 't', parameters: {} },
      code: { language: 'bash', file: 'x.sh', source: 'ls >/dev/null && touch forbidden' },
    };
    const job = bash.prepare(tool, {}, { defaultTimeoutMs: 5000, outputBytes: 1000 });
    const readOnly = { ...job, guest: { readOnly: true } };
    const ending = await boxed.perform(readOnly, () => undefined, new AbortController().signal);
    expect(ending).toMatchObject({ kind: 'failed' });
    expect(existsSync(join(files, 'forbidden'))).toBe(false);
  });

  test('T13 arguments are not visible in the list of processes', async () => {
    const secret = `argument-${process.pid}`;
    const asked = run('echo begun; sleep 1', { args: { text: secret } });
    await new Promise((done) => setTimeout(done, 400));
    expect(alive(secret)).toBe(0);
    expect((await asked).kind).toBe('finished');
  });
});

test('a missing bash is a reason, not an exception', async () => {
  const program = { ...bash.program, command: '/nowhere/bash' };
  const host = createScriptHost({ ...bash, program }, { filesDirectory: files });
  expect(await host.missing()).toMatchObject({
    missing: expect.stringContaining('install bash'),
    phrase: { code: 'host-program-broken' },
  });
  const because = [{ code: 'host-program-broken' }];
  expect(await run('true', { host })).toMatchObject({ kind: 'unavailable', because });
});

test('closing ends running scripts', async () => {
  const host = createScriptHost(bash, { filesDirectory: files });
  await host.missing();
  const running = run('sleep 30', { host });
  await new Promise((done) => setTimeout(done, 300));
  await host.close();
  expect((await running).kind).toBe('cancelled');
});

test('once the hosts are closed, nothing is left in the temporary directory', async () => {
  for (const host of [boxed, bare]) await run('touch "$TMPDIR/x" "$HOME/y"', { host });
  await Promise.all([boxed.close(), bare.close()]);
  expect(readdirSync(scratch)).toEqual([]);
});
