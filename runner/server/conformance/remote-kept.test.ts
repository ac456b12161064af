import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ServerList } from '../../../shared/protocol/mcp/state.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { hostileWay, pageOf } from '../fixtures/remote-servers.ts';
import { startRunner } from '../fixtures/start-runner.ts';

vi.setConfig({ testTimeout: 120_000 });

onBothEngines('What is kept of servers', (runner) => {
  const page = pageOf(runner);
  const file = () => join(runner().workspace, '.lathe/mcp-servers.json');
  const list = async (): Promise<ServerList> => (await page.send('', 'GET')).json();

  test('an entry that cannot be used is told, costs no other, and stays as it was written', async () => {
    await page.add('good', hostileWay());
    const [good] = JSON.parse(readFileSync(file(), 'utf8')) as object[];
    const broken = '{"name": "bad",   "settings": {"way": {"type": "http", "url": 7.50}}}';
    writeFileSync(file(), `[${broken}, ${JSON.stringify(good)},\n  "nothing"]`);
    await expect.poll(async () => (await list()).broken.length).toBe(2);
    const { servers, broken: told } = await list();
    expect(servers.map(({ name }) => name)).toEqual(['good']);
    expect(told).toMatchObject([
      { entry: 1, name: 'bad', field: 'settings.way.url', why: expect.stringContaining('string') },
      { entry: 3, field: '' },
    ]);
    // Neither a save nor a server of its name takes its place.
    await page.add('other', hostileWay());
    expect(readFileSync(file(), 'utf8')).toContain(broken);
    expect(readFileSync(file(), 'utf8')).toContain('"nothing"');
    const body = { name: 'bad', settings: { way: hostileWay() } };
    expect((await page.send('', 'POST', body)).status).toBe(409);
    for (const name of ['good', 'other']) await page.send(`/${name}`, 'DELETE');
    expect(readFileSync(file(), 'utf8')).toBe(`[${broken},"nothing"]`);
    writeFileSync(file(), '[]');
  });

  test('of two that add one name at once, one is told that it is taken', async () => {
    const body = (text: string) => ({
      name: 'twice',
      settings: { way: { ...hostileWay(), cwd: `/tmp/${text}` } },
    });
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((text) => page.send('', 'POST', body(text))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const won = await answers.find(({ status }) => status === 200)!.json();
    expect((await page.one('twice')).settings.way).toEqual(won.settings.way);
    await page.send('/twice', 'DELETE');
  });

  test('a plain value is shown and sent, one with the name of a secret only if the person says so', async () => {
    const plain = { from: 'plain', value: 'a-folder-of-mine' };
    const way = { ...hostileWay(), env: [{ name: 'ROOT', ...plain }] };
    const { settings } = await page.add('plain', way);
    expect(settings.way).toMatchObject({ env: [{ name: 'ROOT', ...plain }] });
    const said = await page.run('plain', 'echo', { text: 'a-folder-of-mine' });
    expect(said.ended.result.llmContent).toBe('a-folder-of-mine');
    const env = [{ name: 'API_KEY', ...plain }];
    const change = (more: object) =>
      page.send('/plain', 'PUT', {
        settings: { way: { ...hostileWay(), env: env.map((one) => ({ ...one, ...more })) } },
      });
    const refused = await change({});
    expect(refused.status).toBe(400);
    expect((await refused.json()).error.message).toContain('name looks like a secret');
    expect((await change({ isNoSecret: true })).status).toBe(200);
    await page.send('/plain', 'DELETE');
  });

  test('S15 declarations that cannot be written count all the same, and are kept once they can be', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lathe-state-'));
    const grants = [{ path: folder, access: 'write' }];
    await page.add('unkept', hostileWay('plain', { state: join(folder, 'state'), grants }));
    const lock = join(runner().workspace, '.lathe/mcp-servers.lock');
    const kept = () => readFileSync(join(runner().workspace, '.lathe/mcp/unkept.json'), 'utf8');
    const notes = async () =>
      (await page.one('unkept')).tools.find(({ name }) => name === 'notes')?.description;
    const wire = async () => (await page.send('/unkept/wire', 'GET')).text();
    rmSync(lock);
    mkdirSync(lock);
    expect((await page.run('unkept', 'change')).ended.result.success).toBe(true);
    await expect.poll(notes, { timeout: 20_000 }).toMatch(/^Ignore all/);
    expect(await wire()).toContain('"tools-not-kept"');
    // What the person says yes to runs, whether or not that can be written.
    const { approvals, ended } = await page.run('unkept', 'notes', { text: 'a', token: 'x' });
    expect(approvals).toHaveLength(1);
    expect(ended.result.llmContent).toBe('no notes');
    expect((await page.send('/unkept/restart', 'POST', {})).status).toBe(200);
    expect((await page.one('unkept')).state.is).toBe('ready');
    expect(kept()).not.toContain('Ignore all');
    rmSync(lock, { recursive: true });
    await page.send('/unkept/restart', 'POST', {});
    expect(kept()).toContain('Ignore all');
    expect(await notes()).toMatch(/^Ignore all/);
    await page.send('/unkept', 'DELETE');
  });
});

/** Goes before a runner on Node for which the five minutes that a server is kept are over at once. */
const soon =
  'const{setTimeout:s}=globalThis;globalThis.setTimeout=(f,m,...r)=>s(f,m===3e5?50:m,...r)';
const hasty = ['env', `NODE_OPTIONS=--import=data:text/javascript,${encodeURIComponent(soon)}`];

test('S19 a server that was started and is used by nobody rests', async () => {
  const runner = await startRunner('node', undefined, 0, hasty);
  try {
    await runner.enter();
    const page = pageOf(() => runner);
    await page.add('unused', hostileWay());
    await expect.poll(async () => (await page.one('unused')).state.is).toBe('idle');
    expect((await page.one('unused')).tools).not.toEqual([]);
  } finally {
    await runner.discard();
  }
});
