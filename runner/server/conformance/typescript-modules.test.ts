import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import type { ServerEvent } from '../fixtures/start-runner.ts';

const module = (body: string, more = '') => `export default (pi) => ({
  name: 'probe', label: 'Probe', description: 'Tries things',
  parameters: pi.typebox.Type.Object({ what: pi.typebox.Type.Optional(pi.typebox.Type.Integer()) }),
  async execute(toolCallId, params, onUpdate, ctx, signal) {
    const said = async () => { ${body} };
    return { content: [{ type: 'text', text: String(await said()) }], details: { ran: true } };
  }, ${more} });`;

onBothEngines('TypeScript modules', (runner) => {
  const files = () => join(runner().workspace, 'files');
  const put = (id: string, source: string, file = 'index.ts') => {
    const folder = join(runner().workspace, 'tools', id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), source);
  };
  const last = (events: ServerEvent[]) => events.at(-1)?.data;
  const run = async (
    body: object,
    ...rest: ['page' | 'admin', ((event: ServerEvent) => unknown)?]
  ) => last(await runner().run(body, ...rest));
  const listed = async (id: string) => {
    const { tools } = await (await runner().fetch('/api/tools')).json();
    return tools.find((tool: { id: string }) => tool.id === id);
  };

  beforeAll(() => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', files(), '-c', 'user.name=n', '-c', 'user.email=e', ...args]);
    git('init', '-q');
    for (const name of ['a.ts', 'b.ts', 'c.js']) writeFileSync(join(files(), name), '');
    git('add', '.');
    git('commit', '-qm', 'x');
  });

  test('A2.13 repo_stats, as it is printed, counts the files of a real repository', async () => {
    const events = await runner().run({ toolId: 'repo_stats', arguments: { glob: '*.ts' } });
    expect(events.find(({ event }) => event === 'update')?.data.update).toEqual({
      content: [{ type: 'text', text: 'Scanning files...' }],
      details: { phase: 'scan' },
    });
    expect(last(events)).toMatchObject({
      result: {
        success: true,
        llmContent: 'Found 2 files',
        metadata: { details: { count: 2, sample: ['a.ts', 'b.ts'] }, isError: false },
      },
      ending: { kind: 'finished', layers: ['deno', 'bubblewrap'] },
    });
  });

  test('A2.13 the default pattern is the tool’s own, and git’s words are the failure', async () => {
    const none = await run({ toolId: 'repo_stats', arguments: {} }, 'admin');
    expect(none.result.llmContent).toBe('Found 0 files');
    const source = readFileSync(
      resolve(import.meta.dirname, '../../../examples/repo_stats/index.ts'),
      'utf8',
    ).replace('"ls-files"', '"ls-files", "--error-unmatch"');
    const failed = await run({ folder: { 'index.ts': source }, arguments: {} }, 'admin');
    expect(failed.result).toMatchObject({ success: false, metadata: { isError: true } });
    expect(failed.result.llmContent).toMatch(/did not match any file/);
  });

  test.each([
    ['', true],
    ["approval: 'read'", true],
    ["approval: 'write'", false],
    ["approval: 'exec'", false],
    ["approval: () => 'write'", false],
  ])('a module whose tool says "%s" runs unasked: %s', async (says, runs) => {
    const asked: string[] = [];
    const folder = { 'index.ts': module("return 'ran'", says) };
    const { result } = await run({ folder, arguments: {} }, 'page', async ({ event, data }) => {
      if (event !== 'approval') return;
      asked.push(data.approval.about);
      const body = { id: data.approval.id, answer: 'deny', scope: 'once' };
      const path = `/api/runs/${data.approval.runId}/decision`;
      await runner().fetch(path, { as: 'page', method: 'POST', body });
    });
    expect(asked).toEqual(runs ? [] : ['execution']);
    expect(result.success).toBe(runs);
    if (!runs) expect(result.error.type).toBe('permission_error');
  });

  test('A2.10 arguments are mended, then checked: wrong ones never reach the tool', async () => {
    const folder = { 'index.ts': module('return typeof params.what + params.what') };
    const asked = async (what: unknown) => run({ folder, arguments: { what } }, 'admin');
    expect((await asked('5')).result.llmContent).toBe('number5');
    expect((await asked('null')).result.llmContent).toBe('undefinedundefined');
    expect((await asked(null)).result.llmContent).toBe('undefinedundefined');
    expect(await asked('five')).toMatchObject({
      result: { success: false, error: { type: 'validation_error' } },
      ending: { kind: 'failed', exitCode: 2, durationMs: 0 },
    });
  });

  test('A2.24 a module of the workspace is listed, declared and run', async () => {
    put('counter', module('return 7'));
    expect(await listed('counter')).toMatchObject({
      format: 'custom-tool',
      language: 'typescript',
      enabled: true,
      tools: [{ name: 'probe', description: 'Tries things' }],
      problems: [],
    });
    const { declarations } = await (await runner().fetch('/api/declarations')).json();
    const names = declarations.map((one: { function: { name: string } }) => one.function.name);
    expect(names).toContain('probe');
    const { result } = await run({ toolId: 'counter', arguments: {} }, 'admin');
    expect(result.llmContent).toBe('7');
  });

  test('A2.25 of two modules with one tool name a model is told of one, and the other is listed', async () => {
    put('second', module('return 8'));
    const { conflicts } = await (await runner().fetch('/api/conflicts')).json();
    expect(conflicts.map(({ name }: { name: string }) => name)).toContain('probe');
    const { declarations } = await (await runner().fetch('/api/declarations')).json();
    const named = declarations.filter(
      (one: { function: { name: string } }) => one.function.name === 'probe',
    );
    expect(named).toHaveLength(1);
  });

  test('A2.23 a broken module is listed with its place, beside the good ones', async () => {
    put('broken', `\n\nthrow new Error('bad day');`);
    const [problem] = (await listed('broken')).problems;
    expect(problem).toMatchObject({ severity: 'error', code: 'module-threw', line: 3 });
    expect(problem.message).toBe('Failed to load tool: bad day');
    expect((await listed('counter')).tools).toHaveLength(1);
  });

  test('a schema that changes while it is used is the one that counts from then on', async () => {
    put('changing', module('return params.what'));
    expect((await listed('changing')).tools[0].parameters.properties.what.type).toBe('integer');
    put('changing', module('return params.what').replace('Type.Integer()', 'Type.String()'));
    expect((await listed('changing')).tools[0].parameters.properties.what.type).toBe('string');
    const { result } = await run({ toolId: 'changing', arguments: { what: 'x' } }, 'admin');
    expect(result.llmContent).toBe('x');
  });

  test.each([
    [
      'a file',
      `return require('node:fs').readFileSync('/etc/hostname', 'utf8')`,
      /read access to "\/etc\/hostname"/,
    ],
    ['the environment', 'return process.env.PATH', /env access to "PATH"/],
    ['the whole environment', 'return JSON.stringify(Deno.env.toObject())', /env access/],
    [
      'the network',
      `return (await fetch('http://127.0.0.1:8765/')).status`,
      /net access to "127\.0\.0\.1:8765"/,
    ],
    [
      'a program',
      `return new Deno.Command('/usr/bin/id').outputSync().code`,
      /run access to "\/usr\/bin\/id"/,
    ],
    ['a program through Node', `return require('node:child_process').execSync('id')`, / access/],
    ['a library', `return Deno.dlopen('libc.so.6', {})`, /access/],
    ['the files of the workspace', `return Deno.readTextFileSync(pi.cwd + '/a.ts')`, /read access/],
    [
      'writing its own folder',
      `return Deno.writeTextFileSync(new URL('./x', import.meta.url), 'x')`,
      /write access/,
    ],
  ])('a module that reaches for %s without a grant is refused', async (_, body, message) => {
    const source = `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n${module(body)}`;
    const { result, ending } = await run(
      { folder: { 'index.ts': source }, arguments: {} },
      'admin',
    );
    expect(result.success).toBe(false);
    expect(result.llmContent).toMatch(message);
    expect(ending.kind).toBe('failed');
  });

  test('rights are granted by the page alone, for one state of the code', async () => {
    const source = module(`return Deno.readTextFileSync(pi.cwd + '/a.ts').length`);
    put('reader', source);
    await listed('reader');
    const path = '/api/tools/reader/rights';
    const rights = { read: [files()], write: [], env: [], net: [] };
    const grant = (as: 'page' | 'admin') =>
      runner().fetch(path, { as, method: 'PUT', body: rights });
    expect((await grant('admin')).status).toBe(403);
    const text = async () =>
      (await run({ toolId: 'reader', arguments: {} }, 'admin')).result.llmContent;
    expect(await text()).toMatch(/read access/);
    expect((await grant('page')).status).toBe(200);
    expect(await text()).toBe('0');
    put('reader', `${source}\n// changed`);
    expect(await (await runner().fetch(path, { as: 'page' })).json()).toEqual({
      rights,
      outdated: true,
    });
    expect(await text()).toMatch(/read access/);
    const comma = { ...rights, read: ['/a,/etc'] };
    expect((await runner().fetch(path, { as: 'page', method: 'PUT', body: comma })).status).toBe(
      400,
    );
  });

  test('a module that needs a right to load has its tools once that is granted', async () => {
    put('keyed', `const key = process.env.PATH;\n${module('return typeof key')}`);
    const [problem] = (await listed('keyed')).problems;
    expect(problem).toMatchObject({ code: 'module-no-rights', line: 1 });
    const body = { read: [], write: [], env: ['PATH'], net: [] };
    const grant = (rights: object) =>
      runner().fetch('/api/tools/keyed/rights', { as: 'page', method: 'PUT', body: rights });
    expect((await grant(body)).status).toBe(200);
    expect(await listed('keyed')).toMatchObject({ tools: [{ name: 'probe' }], problems: [] });
    const { result } = await run({ toolId: 'keyed', arguments: {} }, 'admin');
    expect(result.llmContent).toBe('string');
    await grant({ ...body, env: [] });
    const codes = (await listed('keyed')).problems.map(({ code }: { code: string }) => code);
    expect(codes).toContain('module-no-rights');
  });

  test('a command of a tool is asked for like any other, and a forbidden one is refused', async () => {
    const folder = (line: string) => ({
      'index.ts': module(
        `const r = await pi.exec(${line}, { signal }); return r.code + ' ' + r.stderr`,
      ),
    });
    const forbidden = await run({ folder: folder(`'sudo', ['ls']`), arguments: {} }, 'page');
    expect(forbidden.result.llmContent).toMatch(/^126 Command is forbidden: .*"sudo"/);
    const absent = await run({ folder: folder(`'touch', ['x']`), arguments: {} }, 'admin');
    expect(absent.result.llmContent).toMatch(/^126 Nobody is there/);
    const texts: string[] = [];
    const allowed = await run(
      { folder: folder(`'touch', ['a b', "it's"]`), arguments: {} },
      'page',
      async ({ event, data }) => {
        if (event !== 'approval') return;
        texts.push(data.approval.text);
        const body = { id: data.approval.id, answer: 'allow', scope: 'once' };
        await runner().fetch(`/api/runs/${data.approval.runId}/decision`, {
          as: 'page',
          method: 'POST',
          body,
        });
      },
    );
    expect(texts).toEqual([`touch 'a b' 'it'\\''s' </dev/null\n`]);
    expect(allowed.result.llmContent).toBe('0 ');
    expect(readFileSync(join(files(), "it's"), 'utf8')).toBe('');
  });

  test('A2.16 cancelling a run kills the command of its tool', async () => {
    const body = `onUpdate({ content: [] }); const r = await pi.exec('sleep', ['30'], { signal });
      pi.logger.info('killed ' + r.killed); return r.killed`;
    const asked = { folder: { 'index.ts': module(body) }, toolId: 'sleeper', arguments: {} };
    const ended = await run(asked, 'page', async ({ event, data }) => {
      if (event === 'approval') {
        const decision = { id: data.approval.id, answer: 'allow', scope: 'once' };
        const path = `/api/runs/${data.approval.runId}/decision`;
        await runner().fetch(path, { as: 'page', method: 'POST', body: decision });
      }
      if (event !== 'started') return;
      const path = `/api/runs/${data.runId}`;
      setTimeout(() => void runner().fetch(path, { method: 'DELETE' }), 1500);
    });
    expect(ended.ending.kind).toBe('cancelled');
    const session = await (await runner().fetch('/api/tools/sleeper/session')).json();
    expect(session.log.at(-1)).toEqual({ level: 'info', text: 'killed true' });
  });

  const asking = {
    'index.ts': module(`return pi.hasUI + ' ' + (await pi.ui.select('Which?', ['a', 'b']))`),
  };
  test('A2.7 A2.8 the page is asked while a tool runs; programs and a headless run are not', async () => {
    const answer =
      (value: string) =>
      async ({ event, data }: ServerEvent) => {
        if (event !== 'question') return;
        expect(data.question).toMatchObject({
          tool: 'probe',
          ask: { kind: 'select', title: 'Which?', options: ['a', 'b'] },
        });
        const path = `/api/runs/${data.question.runId}/answer`;
        const body = { id: data.question.id, value };
        expect((await runner().fetch(path, { as: 'admin', method: 'POST', body })).status).toBe(
          403,
        );
        expect((await runner().fetch(path, { as: 'page', method: 'POST', body })).status).toBe(204);
        expect((await runner().fetch(path, { as: 'page', method: 'POST', body })).status).toBe(404);
      };
    const asked = await run({ folder: asking, arguments: {} }, 'page', answer('b'));
    expect(asked.result.llmContent).toBe('true b');
    const odd = await run({ folder: asking, arguments: {} }, 'page', answer('c'));
    expect(odd.result.llmContent).toBe('true undefined');
    const headless = await run({ folder: asking, arguments: {}, headless: true }, 'page');
    expect(headless.result.llmContent).toBe('false undefined');
    const program = await run({ folder: asking, arguments: {} }, 'admin');
    expect(program.result.llmContent).toBe('false undefined');
  });

  test('A2.6 A2.30 the session of a module is read and told of events over HTTP', async () => {
    const folder = {
      'index.ts': module(
        `pi.pushPendingAction({ label: 'Go', apply: () => ({ content: [{ type: 'text', text: 'gone' }] }) }); return 'ready'`,
        `onSession(event) { pi.logger.info('heard ' + event.reason); },`,
      ),
    };
    const asked = { folder, toolId: 'acts', arguments: {} };
    expect((await run(asked, 'admin')).result.llmContent).toBe('ready');
    const path = '/api/tools/acts/session';
    const session = async () => (await runner().fetch(path)).json();
    expect(await session()).toMatchObject({
      state: 'awake',
      entries: [{ tool: 'probe', text: 'ready', isError: false }],
      pending: [{ label: 'Go', tool: 'custom_tool' }],
    });
    const resolved = await run(
      { ...asked, tool: 'resolve', arguments: { action: 'apply', reason: 'r' } },
      'admin',
    );
    expect(resolved.result.llmContent).toBe('gone');
    const event = { reason: 'branch' };
    const after = await runner().fetch(path, { method: 'POST', body: { event, keep: 1 } });
    expect((await after.json()).entries).toHaveLength(1);
    expect((await session()).log.at(-1)).toEqual({ level: 'info', text: 'heard branch' });
    const shutdown = { event: { reason: 'shutdown' } };
    expect(
      await (await runner().fetch(path, { method: 'POST', body: shutdown })).json(),
    ).toMatchObject({ state: 'asleep' });
    expect(
      (await runner().fetch(path, { method: 'POST', body: { event: { reason: 'x' } } })).status,
    ).toBe(400);
  });

  const extension = (handler: string, body: string) => ({
    'index.ts': `export default (pi) => {
      pi.on('tool_result', (event) => { ${handler} });
      pi.registerTool({ name: 'probe', label: 'P', description: 'd', parameters: { type: 'object' },
        async execute() { ${body} } }); };`,
  });
  const fine = `return { content: [{ type: 'text', text: 'fine' }], details: { n: 1 } }`;
  test.each<[string, string, string, object]>([
    [
      'another content and details',
      `return { content: [{ type: 'text', text: event.content[0].text + '!' }], details: { n: event.details.n + 1 } }`,
      fine,
      { success: true, llmContent: 'fine!', metadata: { isError: false, details: { n: 2 } } },
    ],
    [
      'success where something was thrown',
      `return { content: [{ type: 'text', text: 'saved from ' + event.content[0].text }], isError: false }`,
      `throw new Error('harm')`,
      { success: true, llmContent: 'saved from harm', metadata: { isError: false } },
    ],
    [
      'failure where all was well',
      'return { isError: true }',
      fine,
      { success: false, llmContent: 'fine', error: { type: 'execution_error' } },
    ],
    [
      'nothing where they break',
      'null.x',
      fine,
      { success: true, llmContent: 'fine', metadata: { details: { n: 1 } } },
    ],
  ])('A2.15 handlers of tool_result write %s', async (_, handler, body, expected) => {
    const folder = extension(handler, body);
    expect((await run({ folder, arguments: {} }, 'admin')).result).toMatchObject(expected);
  });

  test('A2.29 partial results are drawn with their frame, then the final one', async () => {
    const folder = {
      'index.ts': module(
        `onUpdate({ content: [{ type: 'text', text: 'half' }] }); onUpdate({ content: [{ type: 'text', text: 'most' }] }); return 'whole'`,
        `renderCall: (args, theme) => new pi.pi.Text('call ' + args.what, 0, 0),
         renderResult: (result, options) => new pi.pi.Text([result.content[0].text, options.isPartial, options.spinnerFrame].join(), 0, 0),`,
      ),
    };
    const events = await runner().run({ folder, arguments: { what: 4 } });
    const updates = events.filter(({ event }) => event === 'update');
    expect(updates.map(({ data }) => data.update.drawn)).toEqual([
      { call: 'call 4', result: 'half,true,0' },
      { call: 'call 4', result: 'most,true,1' },
    ]);
    expect(last(events).result).toMatchObject({
      llmContent: 'whole',
      displayContent: 'call 4\nwhole,false,',
      metadata: { drawn: { call: 'call 4', result: 'whole,false,' } },
    });
  });

  test('A2.32 an onSession that breaks is a warning, and shutdown is heard before a module sleeps', async () => {
    const folder = {
      'index.ts': module(
        `return 'lives'`,
        `onSession({ reason }) { pi.logger.info('heard ' + reason); if (reason === 'tree') throw new Error('boom'); },`,
      ),
    };
    const asked = { folder, toolId: 'listener', arguments: {} };
    await run(asked, 'admin');
    const tell = async (reason: string) => {
      const sent = { method: 'POST', body: { event: { reason } } };
      return (await runner().fetch('/api/tools/listener/session', sent)).json();
    };
    const { log } = await tell('tree');
    expect(log).toContainEqual({
      level: 'warn',
      text: 'onSession of "probe" broke at "tree": Error: boom',
    });
    expect((await run(asked, 'admin')).result.llmContent).toBe('lives');
    const asleep = await tell('shutdown');
    expect(asleep.state).toBe('asleep');
    const heard = asleep.log.map(({ text }: { text: string }) => text);
    expect(heard.filter((text: string) => text === 'heard shutdown')).toHaveLength(1);
  });

  test('a module is loaded for the editor as it stands there, and nothing is saved', async () => {
    const body = { name: 'draft', files: { 'index.ts': module('return 1') } };
    const answer = await runner().fetch('/api/modules/declare', { method: 'POST', body });
    expect(await answer.json()).toMatchObject({ ok: true, tools: [{ name: 'probe' }] });
    expect(await listed('draft')).toBeUndefined();
    const no = await runner().fetch('/api/modules/declare', {
      method: 'POST',
      body: { name: 'x', files: {} },
    });
    expect(no.status).toBe(422);
  });

  test('doctor’s facts: the host of modules and what holds it', async () => {
    const { hosts } = await (await runner().fetch('/api/health')).json();
    expect(hosts.module).toEqual({ ready: true, layers: ['deno', 'bubblewrap'] });
  });
});
