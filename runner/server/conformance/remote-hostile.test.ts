import { writeFileSync, readFileSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { hostileWay, pageOf } from '../fixtures/remote-servers.ts';

onBothEngines('A hostile server', (runner) => {
  const page = pageOf(runner);
  const health = async () => (await runner().fetch('/api/health')).status;
  const wireOf = async (name: string): Promise<string> =>
    (await page.send(`/${name}/wire`, 'GET')).text();

  test.each([
    ['die', 'exited'],
    ['big', 'too-large'],
    ['eat', 'excess'],
    ['flood', 'flood'],
    ['noise', 'not-json'],
  ])(
    'one that does "%s" in a call costs itself, says so, and is started again',
    async (tool, code) => {
      const name = `h-${tool}`;
      await page.add(name, hostileWay());
      const { ended } = await page.run(name, tool);
      expect(ended).toMatchObject({ ending: { kind: 'crashed' }, result: { success: false } });
      expect(await health()).toBe(200);
      const { state } = await page.one(name);
      expect(state).toMatchObject({ is: 'failed', fault: { code }, againAt: expect.any(Number) });
      expect(await wireOf(name)).toContain(`"method":"${code}"`);
      // Within its pause it is not started by whoever calls.
      const again = await page.run(name, tool);
      expect(again.ended.ending.kind).toBe('unavailable');
      expect((await page.send(`/${name}/restart`, 'POST', {})).status).toBe(200);
      expect((await page.one(name)).state.is).toBe('ready');
      await page.send(`/${name}`, 'DELETE');
    },
  );

  test.each([
    ['broken', 'exited'],
    ['nothing-there', 'exited'],
  ])('one that cannot start (%s) says why, with what it printed', async (mode, code) => {
    const way = mode === 'broken' ? hostileWay('broken') : { ...hostileWay(), args: ['/no.mjs'] };
    const { state, tools } = await page.add('stuck', way);
    expect(state).toMatchObject({ is: 'failed', fault: { code } });
    expect(tools).toEqual([]);
    expect(await wireOf('stuck')).toContain('"kind":"stderr"');
    await page.send('/stuck', 'DELETE');
  });

  test('a call that is never answered meets its limit, and one that is taken back is told so', async () => {
    await page.add('slow', hostileWay(), { timeoutMs: 1000 });
    const { ended } = await page.run('slow', 'hang');
    expect(ended.ending).toMatchObject({ kind: 'timed-out', afterMs: 1000 });
    expect(await wireOf('slow')).toContain('notifications/cancelled');
    await page.send('/slow', 'PUT', { settings: { way: hostileWay() } });
    const { n } = JSON.parse(await wireOf('slow')).messages.at(-1);
    const events = await runner().run(
      { toolId: 'mcp:slow', tool: 'hang', arguments: {} },
      'page',
      async ({ event, data }) => {
        if (event !== 'approval') return;
        const { runId, id } = data.approval;
        const body = { id, answer: 'allow' };
        await runner().fetch(`/api/runs/${runId}/decision`, { as: 'page', method: 'POST', body });
        // Taken back once the server has it.
        for await (const one of runner().events(`/api/mcp-servers/slow/wire?after=${n}`, {
          ...{ as: 'page', headers: { Accept: 'text/event-stream' } },
        }))
          if (one.data.method === 'tools/call') break;
        await runner().fetch(`/api/runs/${runId}`, { as: 'page', method: 'DELETE' });
      },
    );
    expect(events.at(-1)?.data.ending.kind).toBe('cancelled');
    const after = await (await page.send(`/slow/wire?after=${n}`, 'GET')).json();
    const methods = after.messages.map(({ method }: { method: string }) => method);
    expect(methods).toContain('notifications/cancelled');
    await page.send('/slow', 'DELETE');
  });

  test.each([
    ['is taken back', 60_000, { kind: 'cancelled' }],
    ['meets its limit', 1000, { kind: 'timed-out', afterMs: 1000 }],
  ])('S17 a call %s while the server never says what it has', async (_, timeoutMs, ending) => {
    const folder = mkdtempSync(join(tmpdir(), 'lathe-state-'));
    const state = join(folder, 'state');
    const way = hostileWay('mute', { state, grants: [{ path: folder, access: 'read' }] });
    await page.add('mute', way);
    await page.send('/mute', 'PUT', { settings: { way, timeoutMs } });
    writeFileSync(state, 'changed');
    const { n } = JSON.parse(await wireOf('mute')).messages.at(-1);
    const events = await runner().run(
      { toolId: 'mcp:mute', tool: 'hang', arguments: {} },
      'page',
      async ({ event, data }) => {
        if (event !== 'approval') return;
        const { runId, id } = data.approval;
        const body = { id, answer: 'allow' };
        await runner().fetch(`/api/runs/${runId}/decision`, { as: 'page', method: 'POST', body });
        if (ending.kind !== 'cancelled') return;
        for await (const one of runner().events(`/api/mcp-servers/mute/wire?after=${n}`, {
          ...{ as: 'page', headers: { Accept: 'text/event-stream' } },
        }))
          if (one.data.method === 'tools/list') break;
        await runner().fetch(`/api/runs/${runId}`, { as: 'page', method: 'DELETE' });
      },
    );
    expect(events.at(-1)?.data.ending).toMatchObject(ending);
    // It was not the list's own end that ended it.
    const wire = await wireOf('mute');
    expect(wire).not.toContain('tools-not-read');
    expect(wire).not.toContain('tools/call');
    await page.send('/mute', 'DELETE');
  });

  test.each([
    ['many', 1000, 4000],
    ['endless', 100, 0],
    ['heavy', 41, 20],
  ])('S18 a list that is %s ends where nobody reads on', async (mode, taken, left) => {
    const { state, tools, leftOut, leftOutMore } = await page.add('long', hostileWay(mode));
    expect(state.is).toBe('ready');
    expect(tools).toHaveLength(taken);
    expect(leftOut.length + leftOutMore).toBe(left);
    await page.send('/long', 'DELETE');
  });

  test('a tool that changed after it was allowed is asked for again, with the difference', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lathe-state-'));
    const grants = [{ path: folder, access: 'write' }];
    await page.add('turn', hostileWay('plain', { state: join(folder, 'state'), grants }));
    const whole = { scope: 'session', covers: 'rule' };
    expect((await page.run('turn', 'notes', { text: 'a' }, whole)).approvals).toHaveLength(1);
    expect((await page.run('turn', 'notes', { text: 'b' }, whole)).approvals).toEqual([]);
    // The person chose that it need not be asked for; that was another tool.
    const { settings, revision } = await (
      await runner().fetch('/api/settings', { as: 'page' })
    ).json();
    const tools = { ...settings.tools, notes: { autoExecute: true } };
    const body = { settings: { ...settings, tools }, revision };
    expect(
      (await runner().fetch('/api/settings', { as: 'page', method: 'PUT', body })).status,
    ).toBe(200);
    await page.run('turn', 'change');
    const codes = async () =>
      (await page.one('turn')).tools
        .find(({ name }) => name === 'notes')!
        .changes.map(({ code, path = '' }) => `${code} ${path}`.trim());
    await expect
      .poll(codes, { timeout: 20_000 })
      .toEqual([
        'description-changed',
        'parameter-required text',
        'type-changed text',
        'parameter-added token',
        'parameter-required token',
        'annotations-changed',
      ]);
    const args = { text: 'a', token: 'x' };
    const refused = await page.run('turn', 'notes', args, { approve: 'deny' });
    expect(refused.approvals[0].reasons.map(({ code }: { code: string }) => code)).toContain(
      'mcp-parameter-required',
    );
    expect(refused.ended.ending.kind).toBe('denied');
    expect((await page.run('turn', 'notes', args)).approvals).toHaveLength(1);
    // Looked at and allowed, it is the tool that the person chose about.
    expect(await codes()).toEqual([]);
    await page.send('/turn', 'DELETE');
  });

  test('a server that declares otherwise when it starts does not get the call that was allowed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lathe-state-'));
    const state = join(folder, 'state');
    const way = hostileWay('plain', { state, grants: [{ path: folder, access: 'read' }] });
    await page.add('later', way);
    // It rests, and what it declares changes meanwhile.
    await page.send('/later', 'PUT', { settings: { way } });
    writeFileSync(state, 'changed');
    const { ended } = await page.run('later', 'notes', { text: 'a' });
    expect(ended.ending.kind).toBe('denied');
    expect(await wireOf('later')).not.toContain('tools/call');
    await page.send('/later', 'DELETE');
  });

  test('it sees what it was granted, and neither files, variables nor the network beside', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lathe-grant #1?%20-'));
    writeFileSync(join(folder, 'granted'), 'for you');
    const env = [{ name: 'GIVEN', from: 'secret' }];
    const way = { ...hostileWay('plain', { grants: [{ path: folder, access: 'read' }] }), env };
    const secrets = { GIVEN: 'the-secret-value' };
    const added = await page.add('boxed', way, { secrets });
    expect(added.secrets).toEqual(['GIVEN']);
    const look = async (path: string) =>
      JSON.parse((await page.run('boxed', 'look', { path })).ended.result.llmContent);
    const { env: seen, read } = await look(join(folder, 'granted'));
    expect(read).toBe('for you');
    expect(Object.keys(seen).sort()).toEqual(['GIVEN', 'HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR']);
    const { roots } = JSON.parse((await page.run('boxed', 'roots')).ended.result.llmContent);
    expect(roots.map(({ uri }: { uri: string }) => fileURLToPath(uri))).toContain(folder);
    // The secret itself is in no answer, no history and no log, even where the server tells it back.
    expect(seen.GIVEN).toBe('[secret]');
    for (const path of [`${runner().workspace}/.lathe/settings.json`, '/etc/hostname'])
      expect((await look(path)).read).toBe('ENOENT');
    const places = [await wireOf('boxed'), JSON.stringify(await page.one('boxed'))];
    for (const text of places) expect(text).not.toContain('the-secret-value');
    const kept = join(runner().workspace, '.lathe/mcp-secrets.json');
    expect(readFileSync(kept, 'utf8')).toContain('the-secret-value');
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    await page.send('/boxed', 'DELETE');
    expect(readFileSync(kept, 'utf8')).not.toContain('the-secret-value');
  });

  test.each([
    [
      'a variable that nobody set',
      { env: [{ name: 'NOT_SET_HERE', from: 'environment' }] },
      'no-secret',
    ],
    ['an address that no name stands for', { grants: { net: ['10.0.0.1:443'] } }, 'no-net'],
    [
      'a variable that would reach what keeps it to its addresses',
      { env: [{ name: 'DENO_DIR', from: 'plain', value: '/' }], grants: { net: ['localhost:1'] } },
      'not-started',
    ],
    ['a place that it may not see', { cwd: '/root' }, 'not-started'],
  ])('one that wants %s does not start', async (_, more, code) => {
    const { state } = await page.add('lacking', { ...hostileWay(), ...more });
    expect(state).toMatchObject({ is: 'failed', fault: { code } });
    await page.send('/lacking', 'DELETE');
  });
});
