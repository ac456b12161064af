import { mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { fixtures, hostileWay, pageOf } from '../fixtures/remote-servers.ts';

onBothEngines('What servers are kept from', (runner) => {
  const page = pageOf(runner);
  const own = (name = '') => join(runner().workspace, '.lathe', name);
  const everything = async (name: string): Promise<string> =>
    JSON.stringify(await page.one(name)) + (await (await page.send(`/${name}/wire`, 'GET')).text());

  test.each([
    ['the workspace', () => runner().workspace],
    ["Lathe's own records", () => own()],
    ['a way round to them', () => `${runner().workspace}/files/../.lathe`],
    ['all of the machine', () => '/'],
    ['its processes', () => '/proc'],
    [
      'a link to the records',
      () => {
        const link = join(mkdtempSync(join(tmpdir(), 'lathe-link-')), 'notes');
        symlinkSync(own(), link);
        return link;
      },
    ],
  ])('%s is granted to none: keys lie there, and what the person allowed', async (_, path) => {
    const way = hostileWay('plain', { grants: [{ path: path(), access: 'write' }] });
    const { state } = await page.add('curious', way);
    expect(state).toMatchObject({ is: 'failed', fault: { code: 'not-started' } });
    await page.send('/curious', 'DELETE');
  });

  test.each(['LD_PRELOAD', 'LD_AUDIT', 'GLIBC_TUNABLES', 'SHELLOPTS', 'BASH_ENV'])(
    'a variable that would reach the programs outside of the box starts nothing (%s)',
    async (name) => {
      const way = { ...hostileWay(), env: [{ name, from: 'secret' }] };
      const { state } = await page.add('loader', way, { secrets: { [name]: '/tmp/x.so' } });
      expect(state).toMatchObject({ is: 'failed', fault: { code: 'not-started' } });
      await page.send('/loader', 'DELETE');
    },
  );

  test.each([
    ...['HOSTALIASES', 'LOCALDOMAIN', 'RES_OPTIONS', 'RESOLV_HOST_CONF', 'RESOLV_MULTI'],
    ...['OTEL_DENO', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'NODE_OPTIONS', 'NODE_ENVIRONMENT'],
    ...['DENO_DIR', 'SSL_CERT_FILE'],
  ])(
    'S3 a variable that would reach what passes connections on starts nothing (%s)',
    async (name) => {
      const { grants, ...rest } = hostileWay();
      const way = (net: string[]) => ({
        ...rest,
        ...{ env: [{ name, from: 'plain', value: 'x' }], grants: { ...grants, net } },
      });
      const { state } = await page.add('steered', way(['api.lathe.invalid']));
      expect(state).toMatchObject({
        is: 'failed',
        fault: { code: 'not-started', values: { command: name } },
      });
      await page.send('/steered', 'DELETE');
    },
  );

  test('S3 a server with addresses may be told what kind of place it runs in', async () => {
    const { grants, ...rest } = hostileWay();
    const env = [{ name: 'NODE_ENV', from: 'plain', value: 'production' }];
    const net = ['api.lathe.invalid'];
    const { state } = await page.add('kind', { ...rest, env, grants: { ...grants, net } });
    // Where no box in a box can be had, nothing with addresses starts.
    expect(state.is === 'failed' ? state.fault.code : state.is).toMatch(/^(?:ready|no-engine)$/);
    await page.send('/kind', 'DELETE');
  });

  const header = {
    ...{ type: 'http', url: 'http://127.0.0.1:9/mcp' },
    headers: [{ name: 'TOKEN', from: 'secret', prefix: 'Bearer ' }],
  };
  const variable = () => ({ ...hostileWay(), env: [{ name: 'TOKEN', from: 'secret' }] });
  test.each([
    ['a line break', 'header', 'first\nnever-shown', 'unsendable'],
    ['a NUL', 'header', 'first\0never-shown', 'unsendable'],
    ['a letter that no header takes', 'header', 'first→never-shown', 'unsendable'],
    ['a NUL', 'variable', 'first\0never-shown', 'unsendable'],
  ])('a secret with %s in a %s is named, not told', async (_, where, TOKEN, reason) => {
    const way = where === 'header' ? header : variable();
    const { state } = await page.add('teller', way, { secrets: { TOKEN } });
    expect(state).toMatchObject({
      fault: { code: 'no-secret', values: { name: 'TOKEN', reason } },
    });
    expect(await everything('teller')).not.toContain('never-shown');
    await page.send('/teller', 'DELETE');
  });

  test.each(['true', 'text', 'name', '2025', 'echo', 'tools', 'object', 'result'])(
    'a value that is a word of the protocol (%s) spoils no message',
    async (TOKEN) => {
      await page.add('worded', variable(), { secrets: { TOKEN } });
      const { ended } = await page.run('worded', 'echo', { text: 'hello' });
      expect(ended.result).toMatchObject({ success: true, llmContent: 'hello' });
      await page.send('/worded', 'DELETE');
    },
  );

  test('a message deeper than anybody reads costs nobody anything', async () => {
    await page.add('deep', variable(), { secrets: { TOKEN: 'a-secret-of-some-length' } });
    const { ended } = await page.run('deep', 'deep');
    expect(ended.result).toMatchObject({ success: true, llmContent: 'still here' });
    expect((await page.one('deep')).counts.notJson).toBe(2);
    expect((await runner().fetch('/api/health')).status).toBe(200);
    await page.send('/deep', 'DELETE');
  });

  const other = () => ({ ...hostileWay(), args: [join(fixtures, 'hostile-server.mjs'), 'other'] });
  test('what was allowed to one program is not allowed to another that takes its name', async () => {
    const whole = { scope: 'session', covers: 'rule' };
    await page.add('mine', hostileWay());
    expect((await page.run('mine', 'notes', {}, whole)).approvals).toHaveLength(1);
    expect((await page.run('mine', 'notes')).approvals).toEqual([]);
    const tool = (await page.one('mine')).tools.find(({ name }) => name === 'orders')!;
    const said = { tool: 'orders', hash: tool.hash, isReadOnly: true };
    await page.send('/mine/tools', 'POST', said);
    expect((await page.run('mine', 'orders')).approvals).toEqual([]);
    await page.send('/mine', 'PUT', { settings: { way: other() } });
    expect((await page.run('mine', 'notes')).approvals).toHaveLength(1);
    expect((await page.run('mine', 'orders')).approvals).toHaveLength(1);
    await page.send('/mine', 'DELETE');
    await page.add('mine', other());
    expect((await page.run('mine', 'notes')).approvals).toHaveLength(1);
    await page.send('/mine', 'DELETE');
  });

  test('S16 that a tool only reads is believed of the very program of which the person said it', async () => {
    const orders = async () =>
      (await page.one('mine')).tools.find(({ name }) => name === 'orders')!;
    await page.add('mine', hostileWay());
    const trust = async () => {
      const said = { tool: 'orders', hash: (await orders()).hash, isReadOnly: true };
      expect((await page.send('/mine/tools', 'POST', said)).status).toBe(200);
    };
    await trust();
    expect((await page.run('mine', 'orders')).approvals).toEqual([]);
    // Somebody writes another program into the file, which declares the same.
    const settings = own('mcp-servers.json');
    const written = readFileSync(settings, 'utf8');
    writeFileSync(settings, written.replace('"plain"', '"other"'));
    expect((await page.one('mine')).settings.way).toMatchObject({ args: other().args });
    expect(await orders()).toMatchObject({ isReadOnly: false, changes: [{ code: 'tool-added' }] });
    const { approvals, ended } = await page.run('mine', 'orders');
    expect([approvals.length, ended.result.llmContent]).toEqual([1, 'thank you']);
    // What was kept before this was written down says of no program that its tools only read.
    await trust();
    expect(await orders()).toMatchObject({ isReadOnly: true, changes: [] });
    const { for: _, ...older } = JSON.parse(readFileSync(own('mcp/mine.json'), 'utf8'));
    writeFileSync(own('mcp/beside'), JSON.stringify(older));
    renameSync(own('mcp/beside'), own('mcp/mine.json'));
    expect(await orders()).toMatchObject({ isReadOnly: false, changes: [] });
    await page.send('/mine', 'DELETE');
  });

  test('a secret that a stop left behind goes to no server that takes the name', async () => {
    const left = [{ name: 'heir', values: [['TOKEN', 'of-somebody-else']] }];
    writeFileSync(own('mcp-secrets.json'), JSON.stringify(left));
    const { state, secrets } = await page.add('heir', variable());
    expect(secrets).toEqual([]);
    expect(state).toMatchObject({ is: 'failed', fault: { code: 'no-secret' } });
    await page.send('/heir', 'DELETE');
  });

  test('an address with a password in it is not taken', async () => {
    const settings = { way: { type: 'http', url: 'https://me:password@example.org/mcp' } };
    expect((await page.send('', 'POST', { name: 'told', settings })).status).toBe(400);
  });
});
