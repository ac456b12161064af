import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ToolSettings } from '../../../shared/protocol/settings.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { As, ServerEvent } from '../fixtures/start-runner.ts';

type Change = { [Part in keyof ToolSettings]?: Partial<ToolSettings[Part]> | ToolSettings[Part] };

const last = (events: ServerEvent[]) => events.at(-1)?.data;
const asked = (events: ServerEvent[]) => events.some(({ event }) => event === 'approval');

onBothEngines('Settings', (runner) => {
  const read = async () => (await runner().fetch('/api/settings', { as: 'page' })).json();
  /** The defaults with some parts changed. */
  const change = async (parts: Change): Promise<Response> => {
    const { defaults, revision } = await read();
    const settings = { ...defaults };
    for (const [name, part] of Object.entries(parts)) {
      settings[name] = typeof part === 'object' ? { ...settings[name], ...part } : part;
    }
    return runner().fetch('/api/settings', {
      ...{ as: 'page' as As, method: 'PUT', body: { settings, revision } },
    });
  };
  const run = (
    folder: object,
    more: object = {},
    decision: object = { answer: 'allow' },
    as: As = 'page',
  ) =>
    runner().run({ folder, arguments: {}, ...more }, as, async ({ event, data }) => {
      if (event !== 'approval') return;
      await runner().fetch(`/api/runs/${data.runId}/decision`, {
        ...{ as: 'page' as As, method: 'POST', body: { id: data.approval.id, ...decision } },
      });
    });

  test('A3.35 what is stored is checked, has defaults, and is kept', async () => {
    const { settings, defaults, revision } = await read();
    expect(settings).toEqual(defaults);
    expect(defaults).toMatchObject({
      enableToolCalls: true,
      bash: { enableSandbox: true, confirmDangerousCommands: true, allowedDirectories: [] },
      limits: { defaultTimeoutMs: 30_000, maxTimeoutMs: 600_000 },
    });
    const put = (body: object) =>
      runner().fetch('/api/settings', { as: 'page', method: 'PUT', body });
    for (const wrong of [
      { limits: { ...defaults.limits, defaultTimeoutMs: -1 } },
      { limits: { ...defaults.limits, defaultTimeoutMs: 700_000 } },
      { bash: { ...defaults.bash, allowedDirectories: ['relative/path'] } },
      { bash: { ...defaults.bash, dangerousCommandWhitelist: ['rm -rf /'] } },
      { tools: { calc: { enabled: 'yes' } } },
      { unknown: true },
    ]) {
      const answer = await put({ settings: { ...defaults, ...wrong }, revision });
      expect([400, 422]).toContain(answer.status);
      expect((await answer.json()).error.path).toMatch(/^settings/);
    }
    expect((await change({ limits: { defaultTimeoutMs: 20_000 } })).status).toBe(200);
    expect((await put({ settings: defaults, revision })).status).toBe(412);
    const file = readFileSync(join(runner().workspace, '.lathe/settings.json'), 'utf8');
    expect(JSON.parse(file).settings.limits.defaultTimeoutMs).toBe(20_000);
    expect((await change({})).status).toBe(200);
  });

  test('A3.35 switched off, nothing runs and nothing is declared', async () => {
    const declared = async () =>
      (await (await runner().fetch('/api/declarations')).json()).declarations.length;
    const before = await declared();
    await change({ enableToolCalls: false });
    const answer = await runner().fetch('/api/runs', {
      ...{ as: 'page' as As, method: 'POST', body: { folder: shellFolder('ls'), arguments: {} } },
    });
    expect(answer.status).toBe(403);
    expect((await answer.json()).error.code).toBe('tool-calls-off');
    expect(await declared()).toBe(0);
    await change({ tools: { calc: { enabled: false } } });
    expect(await declared()).toBe(before - 1);
    const body = { toolId: 'calc', arguments: { a: 1, op: '+', b: 2 } };
    expect((await runner().fetch('/api/runs', { method: 'POST', body })).status).toBe(403);
    await change({});
    expect(await declared()).toBe(before);
  });

  test('T10 a name that two tools have is listed, and declared once', async () => {
    const put = (id: string) =>
      runner().fetch(`/api/tools/${id}`, {
        ...{ as: 'page' as As, method: 'PUT', headers: { 'If-None-Match': '*' } },
        body: { files: shellFolder('ls') },
      });
    for (const id of ['twin_a', 'twin_b']) expect((await put(id)).status).toBe(201);
    const { conflicts } = await (await runner().fetch('/api/conflicts')).json();
    const [kept, refused] = ['twin_a', 'twin_b'].map((id) => ({ id, source: 'authored' }));
    const message = "工具 'shell' 已注册";
    expect(conflicts).toContainEqual({ name: 'shell', message, kept, refused: [refused] });
    const { declarations } = await (await runner().fetch('/api/declarations')).json();
    const names = declarations.map((one: { function: { name: string } }) => one.function.name);
    expect(names.filter((name: string) => name === 'shell')).toHaveLength(1);
    for (const id of ['twin_a', 'twin_b'])
      await runner().fetch(`/api/tools/${id}`, { as: 'page', method: 'DELETE' });
  });

  test('A3.35 the session, the tool, its group and its author say what is asked, in this order', async () => {
    const reads = shellFolder('ls');
    const reasons = async (folder = reads) => {
      const events = await run(folder);
      return events
        .find(({ event }) => event === 'approval')
        ?.data.approval.reasons.map(({ message }: { message: string }) => message);
    };
    expect(await reasons()).toBeUndefined();
    await change({ tools: { shell: { autoExecute: false } } });
    expect(await reasons()).toEqual(['Your policy for this tool is "ask-once"']);
    await change({ groups: { draft: { policies: { execution: 'ask-always' } } } });
    expect(await reasons()).toEqual(['Your policy for the group "draft" is "ask-always"']);
    await change({
      groups: { draft: { policies: { execution: 'ask-always' } } },
      tools: { shell: { autoExecute: true } },
    });
    expect(await reasons()).toBeUndefined();
    await change({ session: { execution: 'ask-always' }, tools: { shell: { autoExecute: true } } });
    expect(await reasons()).toEqual(['Your policy for this session is "ask-always"']);
    const file = readFileSync(join(runner().workspace, '.lathe/settings.json'), 'utf8');
    expect(file).not.toContain('ask-always');
    await change({ session: { result: 'on-error' } });
    expect(await reasons(shellFolder('ls; exit 3'))).toEqual([
      'Your policy for results in this session is "on-error"',
    ]);
    expect(await reasons()).toBeUndefined();
    await change({});
  });

  test('A3.30 listed commands run unasked, others and forbidden ones do not', async () => {
    const writes = shellFolder('mkdir -p made && ls made');
    expect(asked(await run(writes))).toBe(true);
    await change({ bash: { dangerousCommandWhitelist: ['mkdir', 'sudo', 'bash'] } });
    const events = await run(writes);
    expect(asked(events)).toBe(false);
    expect(last(events).ending.kind).toBe('finished');
    for (const script of ['mkdir a; touch b', 'mkdir a > b', 'x=mkdir; "$x" a', 'bash -c "$text"'])
      expect([script, asked(await run(shellFolder(script), {}, { answer: 'deny' }))]).toEqual([
        script,
        true,
      ]);
    expect(last(await run(shellFolder('mkdir a; sudo ls'))).ending.kind).toBe('denied');
    // Of parts beyond those that a person is shown, too, each has to be listed.
    for (const behind of ['true', 'touch late']) {
      const command = `${'mkdir -p made; '.repeat(400)}${behind}`;
      const events = await runner().run({ tool: 'Bash', arguments: { command } }, 'admin');
      expect([behind, last(events).ending.kind]).toEqual([
        behind,
        behind === 'true' ? 'finished' : 'denied',
      ]);
    }
    await change({});
  });

  test('A3.30 without confirmation what changes runs in the box; what is forbidden never does', async () => {
    await change({ bash: { confirmDangerousCommands: false } });
    const events = await run(shellFolder('echo x > unasked && cat unasked'));
    expect(asked(events)).toBe(false);
    expect(last(events).ending).toMatchObject({ kind: 'finished', layers: ['bubblewrap'] });
    expect(last(await run(shellFolder('sudo ls'))).ending.kind).toBe('denied');
    const { loosened } = await (await runner().fetch('/api/health')).json();
    expect(loosened).toEqual(['dangerously-unconfirmed-commands']);
    await change({});
  });

  test('A3.30 without the sandbox every script is asked for, and the page is told', async () => {
    await change({ bash: { enableSandbox: false, confirmDangerousCommands: false } });
    const events = await run(shellFolder('ls'));
    expect(asked(events)).toBe(true);
    expect(last(events).ending.layers).toEqual([]);
    const health = await (await runner().fetch('/api/health')).json();
    expect(health.loosened).toContain('dangerously-without-sandbox');
    expect(health.hosts.bash.layers).toEqual([]);
    await change({});
    expect(last(await run(shellFolder('ls'))).ending.layers).toEqual(['bubblewrap']);
  });

  test('A3.30 scripts run where the settings say, and see the folders that are allowed', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'lathe-allowed-'));
    writeFileSync(join(outside, 'note.txt'), 'from outside');
    mkdirSync(join(runner().workspace, 'files/sub'), { recursive: true });
    const files = realpathSync(join(runner().workspace, 'files'));
    const out = async (script: string) => last(await run(shellFolder(script))).ending.stdout;
    const peek = `cat ${outside}/note.txt || echo hidden`;
    expect(await out(peek)).toBe('hidden\n');
    await change({ bash: { allowedDirectories: [outside] } });
    expect(await out(peek)).toBe('from outside');
    await change({ bash: { defaultWorkingDirectory: `${files}/sub/../sub` } });
    expect(await out('pwd')).toBe(`${files}/sub\n`);
    await change({ bash: { allowedDirectories: [outside], defaultWorkingDirectory: outside } });
    expect(await out('cat note.txt')).toBe('from outside');
    const holding = dirname(runner().workspace);
    const rows: [Parameters<typeof change>[0]['bash'], string, string][] = [
      [{ allowedDirectories: ['/nowhere/at/all'] }, 'no-such-folder', '/nowhere/at/all'],
      [{ allowedDirectories: ['/'] }, 'folder-not-allowed', '/'],
      [{ allowedDirectories: ['/etc/ssl'] }, 'folder-not-allowed', '/etc/ssl'],
      [{ allowedDirectories: [holding] }, 'folder-not-allowed', holding],
      [{ defaultWorkingDirectory: '/nowhere' }, 'no-such-folder', '/nowhere'],
      [{ defaultWorkingDirectory: outside }, 'folder-outside', outside],
    ];
    for (const [bash, code, folder] of rows) {
      const answer = await change({ bash });
      const { error } = await answer.json();
      expect([answer.status, error.code, error.values]).toEqual([422, code, { folder }]);
    }
    await change({});
    expect(await out('pwd')).toBe(`${files}\n`);
    rmSync(outside, { recursive: true });
  });

  test('A3.30 what is judged, shown and remembered names the folder that a script starts in', async () => {
    const files = realpathSync(join(runner().workspace, 'files'));
    const folders = ['one', 'other'].map((name) => join(files, name));
    // A folder of the same name in both shows which of them the judge meant.
    for (const at of [files, ...folders]) mkdirSync(join(at, 'deep'), { recursive: true });
    const start = (folder?: string) =>
      change(folder === undefined ? {} : { bash: { defaultWorkingDirectory: folder } });
    const writing = shellFolder('echo hi > deep/a; cat deep/a');
    const ask = async (folder?: string) => {
      await start(folder);
      const events = await run(writing, {}, { answer: 'allow', scope: 'always' });
      expect(last(events).ending).toMatchObject({ kind: 'finished', stdout: 'hi\n' });
      return events.find(({ event }) => event === 'approval')?.data.approval.text;
    };
    for (const folder of folders) expect(await ask(folder)).toContain(`Works in "${folder}"`);
    expect(await ask()).not.toContain('Works in');
    // What was allowed once holds for its own folder.
    for (const folder of [...folders, undefined]) expect(await ask(folder)).toBeUndefined();
    await start(folders[0]);
    rmSync(folders[0] ?? '', { recursive: true });
    expect(last(await run(writing)).ending).toMatchObject({
      because: [{ code: 'no-such-folder', values: { path: folders[0] } }],
    });
    await start();
    const { kept } = await (await runner().fetch('/api/decisions', { as: 'page' })).json();
    for (const { id } of kept)
      await runner().fetch(`/api/decisions/${id}`, { as: 'page', method: 'DELETE' });
  });

  test('limits of time and output are those of the settings', async () => {
    await change({ limits: { defaultTimeoutMs: 300, outputBytes: 1024 } });
    const slow = last(await run(shellFolder('sleep 5'))).ending;
    expect(slow).toMatchObject({ kind: 'timed-out', afterMs: 300 });
    const loud = last(await run(shellFolder('seq 100000'))).ending;
    expect(loud).toMatchObject({ truncated: true });
    expect(loud.stdout.length).toBeLessThanOrEqual(1024);
    await change({ limits: { maxTimeoutMs: 40_000 } });
    const long = last(await run(shellFolder('ls', { timeout: 100 }))).ending;
    expect(long.warnings.join()).toContain('40000 ms');
    await change({});
  });

  test('a question waits as long as the settings say', async () => {
    await change({ limits: { approvalMs: 5_000 } });
    const events = await runner().run({ folder: shellFolder('touch x'), arguments: {} }, 'page');
    const { kind, reason } = last(events).ending;
    expect({ kind, reason }).toEqual({
      kind: 'denied',
      reason: 'Denied automatically: no answer within 0:05 minutes',
    });
    await change({});
  });

  test('decisions are listed, explained and taken back', async () => {
    const list = async () => (await runner().fetch('/api/decisions', { as: 'page' })).json();
    const folder = shellFolder('echo kept > decided; cat decided');
    await run(folder, {}, { answer: 'allow', scope: 'always' });
    expect(asked(await run(folder))).toBe(false);
    const { kept, past } = await list();
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({
      ...{ answer: 'allow', scope: 'always', covers: 'exact', tool: 'shell' },
      reasons: [expect.objectContaining({ code: 'writes-file' })],
    });
    expect(kept[0].text).toContain('echo kept > decided');
    expect(past[0]).toMatchObject({ tool: 'shell', answer: 'allow', scope: 'remembered' });
    const path = `/api/decisions/${kept[0].id}`;
    expect((await runner().fetch(path, { method: 'DELETE' })).status).toBe(403);
    expect((await runner().fetch(path, { as: 'page', method: 'DELETE' })).status).toBe(204);
    expect((await runner().fetch(path, { as: 'page', method: 'DELETE' })).status).toBe(404);
    expect((await list()).kept).toEqual([]);
    expect(asked(await run(folder, {}, { answer: 'deny' }))).toBe(true);
  });

  test('promise 7: an answer for a rule covers its folder alone, and a refusal everything below', async () => {
    const write = async (path: string, decision: object = { answer: 'deny' }) => {
      const body = { toolId: 'builtin:Write', arguments: { file_path: path, contents: 'x' } };
      const events = await runner().run(body, 'page', async ({ event, data }) => {
        if (event !== 'approval') return;
        await runner().fetch(`/api/runs/${data.runId}/decision`, {
          ...{ as: 'page' as As, method: 'POST', body: { id: data.approval.id, ...decision } },
        });
      });
      return [asked(events), last(events).result.success];
    };
    const forRule = { scope: 'always', covers: 'rule' };
    expect(await write('ruled/a.txt', { answer: 'allow', ...forRule })).toEqual([true, true]);
    expect(await write('ruled/b.txt')).toEqual([false, true]);
    expect(await write('ruled/deep/c.txt')).toEqual([true, false]);
    expect(await write('ruled/../other/d.txt')).toEqual([true, false]);
    expect(await write('other/e.txt', { answer: 'deny', ...forRule })).toEqual([true, false]);
    await change({ tools: { Write: { autoExecute: true } } });
    expect(await write('third/f.txt')).toEqual([false, true]);
    expect(await write('other/deep/g.txt')).toEqual([false, false]);
    const { kept } = await (await runner().fetch('/api/decisions', { as: 'page' })).json();
    const files = realpathSync(join(runner().workspace, 'files'));
    expect(kept.map((one: { rule: string }) => one.rule)).toEqual([
      `Write:${files}/other/*`,
      `Write:${files}/ruled/*`,
    ]);
    for (const { id } of kept)
      await runner().fetch(`/api/decisions/${id}`, { as: 'page', method: 'DELETE' });
    await change({});
    expect(await write('ruled/h.txt')).toEqual([true, false]);
  });

  test('A3.28 promise 7: "always" for the first words of a command covers them, and no other command', async () => {
    const bash = async (command: string, decision: object = { answer: 'deny' }) => {
      let question: object | undefined;
      const body = { toolId: 'builtin:Bash', arguments: { command } };
      await runner().run(body, 'page', async ({ event, data }) => {
        if (event !== 'approval') return;
        question = data.approval;
        await runner().fetch(`/api/runs/${data.runId}/decision`, {
          ...{ as: 'page' as As, method: 'POST', body: { id: data.approval.id, ...decision } },
        });
      });
      return question;
    };
    expect(await bash('npm test', { answer: 'allow', scope: 'always' })).toMatchObject({
      ...{ type: 'bash_command', title: 'Execute: npm test', pattern: 'npm test *' },
      ...{ rule: 'npm test *', covers: 'rule' },
    });
    expect(await bash('npm test -- --watch')).toBeUndefined();
    expect(await bash('npm publish')).toMatchObject({ pattern: 'npm publish *' });
    for (const more of ['npm test; npm publish', 'npm test > a.txt', 'npm test $(npm publish)'])
      expect(await bash(more), more).toMatchObject({ pattern: more, covers: 'exact' });
    // Narrowed, it is for this one text.
    await bash('npm ci', { answer: 'allow', scope: 'always', covers: 'exact' });
    expect(await bash('npm ci')).toBeUndefined();
    expect(await bash('npm ci --force')).toBeDefined();
    const { kept } = await (await runner().fetch('/api/decisions', { as: 'page' })).json();
    expect(
      kept.map(({ covers, rule }: { covers: string; rule: string }) => [covers, rule]),
    ).toEqual([
      ['exact', 'npm ci *'],
      ['rule', 'npm test *'],
    ]);
    for (const { id } of kept)
      await runner().fetch(`/api/decisions/${id}`, { as: 'page', method: 'DELETE' });
    expect(await bash('npm test')).toBeDefined();
  });

  test('A0.20 ask-once asks once a session for a tool whose Python is sealed, whatever its arguments', async () => {
    const calc = async (b: number, decision: object) => {
      let question: object | undefined;
      const body = { toolId: 'calc', arguments: { a: 1, op: '+', b } };
      const events = await runner().run(body, 'page', async ({ event, data }) => {
        if (event !== 'approval') return;
        question = data.approval;
        await runner().fetch(`/api/runs/${data.runId}/decision`, {
          ...{ as: 'page' as As, method: 'POST', body: { id: data.approval.id, ...decision } },
        });
      });
      return [question, last(events).result.success];
    };
    const [yes, no] = [{ answer: 'allow', scope: 'session' }, { answer: 'deny' }];
    await change({ tools: { calc: { policies: { execution: 'ask-once' } } } });
    const [question, ran] = await calc(2, yes);
    expect(question).toMatchObject({ type: 'tool_call', pattern: 'calc *', covers: 'rule' });
    expect(ran).toBe(true);
    expect(await calc(3, no)).toEqual([undefined, true]);
    await change({ tools: { calc: { policies: { execution: 'ask-always' } } } });
    expect(await calc(4, no)).toEqual([expect.objectContaining({ covers: 'exact' }), false]);
    const { kept } = await (await runner().fetch('/api/decisions', { as: 'page' })).json();
    for (const { id } of kept)
      await runner().fetch(`/api/decisions/${id}`, { as: 'page', method: 'DELETE' });
    await change({});
  });

  test('promise 7: a refusal for good wins over an approval and over every policy', async () => {
    const folder = shellFolder('echo a > both; cat both');
    await run(folder, {}, { answer: 'allow', scope: 'session' });
    await change({ session: { execution: 'ask-always' } });
    await run(folder, {}, { answer: 'deny', scope: 'always' });
    await change({ bash: { confirmDangerousCommands: false }, session: { execution: 'auto' } });
    const events = await run(folder);
    expect(asked(events)).toBe(false);
    expect(last(events).ending.kind).toBe('denied');
    expect(last(events).ending.reason).toContain('refused this call');
    const { kept } = await (await runner().fetch('/api/decisions', { as: 'page' })).json();
    for (const { id } of kept)
      await runner().fetch(`/api/decisions/${id}`, { as: 'page', method: 'DELETE' });
    await change({});
    expect(asked(await run(folder))).toBe(true);
  });
});
