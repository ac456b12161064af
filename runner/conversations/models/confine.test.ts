import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findPrograms } from '../../platform/process/programs.ts';
import { spawnGroup } from '../../platform/process/spawn.ts';
import { probeBox } from '../../platform/process/isolation.ts';
import { fakeModels, KEY } from '../fixtures/fake-models.ts';
import { confineToAddress, environment } from '../../hosts/address/confine.ts';

/** What a program in a provider's place would try; each says what it got. */
const tries = (allowed: number, other: number) => `
const got = [];
const attempt = async (name, what) => {
  try { await what(); got.push(name); } catch {}
};
const ask = (host, port) => async () => { await (await fetch('http://' + host + ':' + port)).text(); };
await attempt('its address', ask('127.0.0.1', ${allowed}));
await attempt('another port', ask('127.0.0.1', ${other}));
await attempt('another name of this machine', ask('localhost', ${allowed}));
await attempt('another host', ask('example.com', 443));
await attempt('a socket', () => Deno.connect({ hostname: '127.0.0.1', port: ${other} }));
await attempt('a listener', () => Deno.listen({ hostname: '127.0.0.1', port: 0 }));
await attempt('a name', () => Deno.resolveDns('example.com', 'A'));
await attempt('a file', () => Deno.readTextFile('/etc/passwd'));
await attempt('its own file', () => Deno.readTextFile(new URL(import.meta.url)));
await attempt('a file to write', () => Deno.writeTextFile('/tmp/models-was-here', 'x'));
await attempt('the environment', () => Deno.env.toObject());
await attempt('a program', () => new Deno.Command('/bin/true').output());
await attempt('a program by node', async () => (await import('node:child_process')).execFileSync('/bin/true'));
await attempt('a library', () => Deno.dlopen('/lib/x86_64-linux-gnu/libc.so.6', {}));
await attempt('the system', () => Deno.hostname());
await attempt('code from elsewhere', () => import('http://127.0.0.1:${other}/x.js'));
console.log(JSON.stringify(got));
`;

const { deno = '', bwrap = '' } = findPrograms();
const hasBox = bwrap !== '' && (await probeBox(bwrap));

describe.each([
  ['Deno alone', undefined, true],
  ['Deno in a box (skipped where bubblewrap may make none)', bwrap, hasBox],
])('%s', (_, box, isHere) => {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-confine-'));
  const servers = [0, 1].map(() => createServer((__, response) => response.end('ok')));
  const reached = [0, 0];
  let ports: number[] = [];
  beforeAll(async () => {
    ports = await Promise.all(
      servers.map(async (server, at) => {
        server.on('connection', () => (reached[at] = (reached[at] ?? 0) + 1));
        await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
        return (server.address() as { port: number }).port;
      }),
    );
  });
  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true });
  });

  test.skipIf(!isHere)('reaches its address and nothing else', async () => {
    const [allowed = 0, other = 0] = ports;
    writeFileSync(join(folder, 'main.mjs'), tries(allowed, other));
    const ground = { deno, bwrap: box, program: folder, main: 'main.mjs' };
    const { command, args } = confineToAddress(ground, `127.0.0.1:${allowed}`);
    let said = '';
    let complained = '';
    const child = await spawnGroup(command, args, {
      env: environment,
      onStdout: (bytes) => (said += new TextDecoder().decode(bytes)),
      onStderr: (bytes) => (complained += new TextDecoder().decode(bytes)),
    });
    if ('error' in child) throw new Error(child.error);
    child.endInput();
    await child.exited;
    expect(complained).toBe('');
    expect(JSON.parse(said)).toEqual(['its address']);
    expect(reached).toEqual([1, 0]);
  });
});

describe('the process of a provider', () => {
  test('gets its key only on its input', async () => {
    const at = await fakeModels();
    await at.ask('openai:m', {}, { text: 'So' });
    const [pid = 0] = await at.models.pids();
    // Of bubblewrap and of all that it started.
    const tree = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    const all = [pid];
    for (const one of all)
      all.push(...tree.flatMap(([child = 0, parent]) => (parent === one ? [child] : [])));
    const seen = all.flatMap((one) =>
      ['cmdline', 'environ'].map((what) => readFileSync(`/proc/${one}/${what}`, 'utf8')),
    );
    await at.close();
    expect(seen.join('')).toContain('--allow-net=127.0.0.1');
    expect(seen.join('')).not.toContain(KEY);
    expect(seen.join('')).not.toContain(process.env.PATH);
  });

  test('is shared by all requests to an address, and ends with the models', async () => {
    const at = await fakeModels();
    at.provider.play({ text: 'One' }, { text: 'Two' });
    await Promise.all([at.ask('openai:m'), at.ask('anthropic:m')]);
    const pids = await at.models.pids();
    expect(pids).toHaveLength(1);
    await at.close();
    expect(() => process.kill(pids[0] ?? 0, 0)).toThrow(/ESRCH/);
  });

  test('ends when it is idle, and starts again at the next request', async () => {
    const at = await fakeModels({ idleMs: 0 });
    await at.ask('openai:m', {}, { text: 'One' });
    const [first = 0] = await at.models.pids();
    await vi.waitFor(async () => expect(await at.models.pids()).toEqual([]), 20_000);
    expect((await at.ask('openai:m', {}, { text: 'Two' })).at(-1)?.type).toBe('finish');
    expect(await at.models.pids()).not.toEqual([first]);
    await at.close();
  });

  test('that dies interrupts the answer, and the next request gets a new one', async () => {
    const at = await fakeModels();
    at.provider.play({
      after: 700,
      silent: true,
      says: { text: 'Never told to its end '.repeat(20) },
    });
    const model = await at.models.open('openai:m');
    if ('fault' in model) throw new Error(model.fault.message);
    let last: unknown;
    const request = { system: '', messages: [], tools: [] };
    for await (const piece of model.answer(request, new AbortController().signal)) {
      if (last === undefined) process.kill(-((await at.models.pids())[0] ?? 0), 'SIGKILL');
      last = piece;
    }
    expect(last).toMatchObject({ type: 'fault', fault: { code: 'cut' } });
    expect((await at.ask('openai:m', {}, { text: 'Again' })).at(-1)?.type).toBe('finish');
    await at.close();
  });
});
