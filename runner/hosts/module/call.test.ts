import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExecAnswer, Services } from '../../../shared/tool/run/host.ts';
import { ground } from './fixtures/ground.ts';
import { text, tool } from './fixtures/tool.ts';

let at: Awaited<ReturnType<typeof ground>>;
beforeAll(async () => {
  at = await ground();
});
afterAll(() => at.host.close());

const run = (body: string, more = '', options: Parameters<typeof at.call>[3] = {}) =>
  at.call({ 'm.ts': tool(body, more) }, 't', { n: 1 }, options);
const ran = (answer: Partial<ExecAnswer>): ExecAnswer => ({
  ...{ stdout: '', stderr: '', code: 0, killed: false },
  ...answer,
});

describe('execute', () => {
  test('A2.9 takes id, params, onUpdate, ctx, signal in this order', async () => {
    const ending = await run(
      `return ${text('[typeof toolCallId, params.n, typeof onUpdate, typeof ctx.abort, signal.aborted].join()')}`,
    );
    expect(ending).toMatchObject({
      kind: 'finished',
      formatted: 'string,1,function,function,false',
    });
  });

  test("F7 of an MCP server's tool: checked arguments, a signal, content and its error flag", async () => {
    const source = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
      import { z } from 'zod';
      const server = new McpServer({ name: 's', version: '1' });
      server.registerTool('add', { inputSchema: { a: z.number(), b: z.number().default(2) } }, async ({ a, b }, { signal }) => ({
        content: [{ type: 'text', text: [a + b, signal.aborted].join() }, { type: 'resource', resource: { uri: 'a:b' } }],
        structuredContent: { sum: a + b }, isError: a < 0 }));`;
    expect(await at.call({ 'm.ts': source }, 'add', { a: 1 })).toMatchObject({
      kind: 'finished',
      formatted: '3,false\n{"type":"resource","resource":{"uri":"a:b"}}',
      facts: { details: { sum: 3 } },
    });
    expect(await at.call({ 'm.ts': source }, 'add', { a: -3 })).toMatchObject({ kind: 'failed' });
    expect(await at.call({ 'm.ts': source }, 'add', { a: 'x' })).toMatchObject({ kind: 'failed' });
  });

  const seen = (a: string, b: string, c: string) =>
    `return ${text(`[typeof ${a}, typeof ${b}.aborted, typeof ${c}.abort].join()`)}`;
  test.each([
    [
      'an extension',
      `pi.registerTool({ NAME async execute(id, params, c, d, e) { ${seen('d', 'c', 'e')} } })`,
    ],
    ['a custom tool', `({ NAME async execute(id, params, c, d, e) { ${seen('c', 'e', 'd')} } })`],
    [
      'an early custom tool, by its names',
      `({ NAME async execute(id, params, signal, onUpdate, ctx) { ${seen('onUpdate', 'signal', 'ctx')} } })`,
    ],
    [
      'an extension in the other order, by its names',
      `pi.registerTool({ NAME async execute(id, params, _onUpdate, ctx, signal) { ${seen('_onUpdate', 'signal', 'ctx')} } })`,
    ],
  ])('the order of arguments depends on the kind of file: %s', async (_, body) => {
    const facts = `name: 't', description: 'd', parameters: {type: 'object'},`;
    const opening = body.startsWith('pi.') ? '{ ' : '';
    const closing = body.startsWith('pi.') ? ' }' : '';
    const source = `export default (pi) => ${opening}${body.replace('NAME', facts)}${closing}`;
    const ending = await at.call({ 'm.ts': source }, 't');
    expect(ending).toMatchObject({ formatted: 'function,boolean,function' });
  });

  test('A2.11 partial results arrive as they are made; one after the result is dropped', async () => {
    at.updates.length = 0;
    const ending = await run(
      `onUpdate({ content: [{ type: 'text', text: 'half' }], details: { phase: 1 } });
       setTimeout(() => onUpdate({ content: [{ type: 'text', text: 'late' }] }), 50);
       return ${text("'done'")};`,
    );
    await new Promise((settle) => setTimeout(settle, 200));
    expect(ending).toMatchObject({ formatted: 'done' });
    expect(at.updates).toEqual([
      { content: [{ type: 'text', text: 'half' }], details: { phase: 1 } },
    ]);
  });

  test('A2.12 content goes to the model, with the details separate', async () => {
    const ending = await run(
      `return { content: [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }], details: { x: [1] } }`,
    );
    expect(ending).toMatchObject({
      formatted: 'a\nb',
      facts: { details: { x: [1] }, isError: false },
    });
  });

  test('images are described to the model and shown to the person', async () => {
    const ending = await run(
      `return { content: [{ type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' }] }`,
    );
    expect(ending).toMatchObject({
      formatted: '[image image/png, 5 bytes]',
      facts: { content: [{ type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' }] },
    });
  });

  test.each([
    ['A2.14 a thrown error', `throw new RangeError('too far')`, 'too far'],
    ['A2.14 a rejection', `return Promise.reject(new Error('no'))`, 'no'],
    ['a thrown text', `throw 'plain'`, 'plain'],
    [
      'A2.14 isError in the answer',
      `return { content: [{ type: 'text', text: 'bad' }], isError: true }`,
      'bad',
    ],
    ['no answer', ``, 'The tool answered with undefined; return {content: [{type: "text", text}]}'],
    [
      'no content',
      `return { details: 1 }`,
      'The answer has no "content"; return {content: [{type: "text", text}]}',
    ],
  ])('%s is a failure with its text as content', async (_, body, message) => {
    const ending = await run(body);
    expect(ending).toMatchObject({ kind: 'failed', formatted: message, facts: { isError: true } });
  });

  test('a fault has its class and the author’s line', async () => {
    const ending = await at.call({ 'm.ts': tool(`\n\nnull.x;`) }, 't');
    expect(ending).toMatchObject({ kind: 'failed', fault: { class: 'TypeError', line: 8 } });
  });

  test('A2.15 handlers of tool_result replace content, details and error state', async () => {
    const source = (handler: string, body: string) => `export default (pi) => {
      pi.on('tool_result', (event) => (${handler}));
      pi.registerTool({ name: 't', description: 'd', parameters: { type: 'object' }, async execute() { ${body} } });
    }`;
    const saved = await at.call(
      {
        'm.ts': source(
          `{ content: [{ type: 'text', text: 'saved' }], isError: false }`,
          `throw new Error('x')`,
        ),
      },
      't',
    );
    expect(saved).toMatchObject({ kind: 'finished', formatted: 'saved' });
    const failed = await at.call(
      { 'm.ts': source(`{ isError: true }`, `return ${text("'fine'")}`) },
      't',
    );
    expect(failed).toMatchObject({ kind: 'failed', formatted: 'fine' });
    const broken = await at.call({ 'm.ts': source(`null.x`, `return ${text("'fine'")}`) }, 't');
    expect(broken).toMatchObject({ kind: 'finished', formatted: 'fine' });
  });

  test("a module's output does not disturb its messages", async () => {
    const ending = await run(
      `console.log('{"type":"done"}'); console.error('err'); Deno.stdout.writeSync(new TextEncoder().encode('\\0raw\\0')); return ${text("'x'")}`,
    );
    expect(ending).toMatchObject({ formatted: 'x', stderr: 'err\n' });
    expect(ending.stdout).toBe('{"type":"done"}\n\0raw\0');
  });

  test('state lives from call to call, and details restore it after a sleep', async () => {
    const source = `export default (pi) => { let n = 0; return { name: 't', description: 'd', parameters: { type: 'object' },
      async execute() { n += 1; return { content: [{ type: 'text', text: String(n) }], details: { n } }; },
      onSession(event, ctx) { for (const entry of ctx.sessionManager.getBranch()) n = entry.message.details.n; } }; }`;
    const call = () => at.call({ 'm.ts': source }, 't', {}, { folder: 'counter' });
    expect((await call()).formatted).toBe('1');
    expect((await call()).formatted).toBe('2');
    await at.host.sleep('counter');
    expect(at.host.sessionOf('counter').state).toBe('asleep');
    expect((await call()).formatted).toBe('3');
    await at.host.fire('counter', { reason: 'branch' }, 1);
    expect((await call()).formatted).toBe('2');
  });
});

describe('requests of a tool to the runner', () => {
  const services = (exec: Services['exec'], ui?: Services['ui']) => ({
    services: { exec, ...(ui ? { ui } : {}) },
  });

  test('A2.5 exec, cwd, logger, typebox and host exports are there', async () => {
    const asked: unknown[] = [];
    const ending = await run(
      `const r = await pi.exec('git', ['a', 1], { timeout: 50, cwd: pi.cwd });
       pi.logger.warn('careful', { a: 1 });
       return ${text('[r.stdout, r.code, r.killed, pi.cwd, typeof pi.typebox.Type.Object, typeof pi.pi.StringEnum, pi.hasUI].join()')}`,
      '',
      {
        folder: 'logs',
        ...services(async (request) => (asked.push(request), ran({ stdout: 'out', code: 3 }))),
      },
    );
    expect(ending).toMatchObject({ formatted: 'out,3,false,/files,function,function,false' });
    expect(asked).toEqual([{ command: 'git', args: ['a', '1'], timeoutMs: 50 }]);
    expect(at.host.sessionOf('logs').log).toContainEqual({
      level: 'warn',
      text: 'careful {"a":1}',
    });
  });

  test('A2.16 the signal ends the command, and the tool learns that it was killed', async () => {
    const stop = new AbortController();
    const exec: Services['exec'] = (_, signal) =>
      new Promise((settle) => {
        signal.addEventListener('abort', () => settle(ran({ killed: true })));
        setTimeout(() => stop.abort(), 100);
      });
    const ending = await run(
      `const r = await pi.exec('sleep', ['60'], { signal }); pi.logger.info('killed ' + r.killed); throw new Error('Scan was cancelled')`,
      '',
      { folder: 'killed', signal: stop.signal, ...services(exec) },
    );
    expect(ending.kind).toBe('cancelled');
    expect(ending.facts).toBeUndefined();
    expect(at.host.sessionOf('killed').log.at(-1)?.text).toBe('killed true');
  });

  test.each([
    ['waits', 'await new Promise(() => {})'],
    ['computes', 'for (;;) {}'],
  ])(
    'A2.16 a tool that %s and ignores its signal is ended and named; the next call works',
    async (_, body) => {
      const files = { 'm.ts': tool(`if (params.hang) { ${body} } return ${text("'ok'")}`) };
      const hung = await at.call(files, 't', { hang: true }, { timeoutMs: 300 });
      expect(hung).toMatchObject({
        kind: 'timed-out',
        afterMs: 300,
        facts: { abortIgnored: true },
      });
      expect(hung.warnings?.[0]).toContain('"t" ignored its abort signal');
      expect(await at.call(files, 't', {})).toMatchObject({ kind: 'finished', formatted: 'ok' });
    },
  );

  test('calls of one module queue; a waiting one is cancelled at once', async () => {
    const files = {
      'm.ts': tool(`await new Promise((s) => setTimeout(s, 400)); return ${text("'ok'")}`),
    };
    const first = at.call(files, 't');
    const stop = new AbortController();
    const second = at.call(files, 't', {}, { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    expect(await second).toMatchObject({ kind: 'cancelled', durationMs: 0 });
    expect((await first).kind).toBe('finished');
  });

  test.each([
    ['ends its process', 'Deno.exit(4)', /ended its own process, with status 4/],
    [
      'eats memory',
      'const a = []; for (;;) a.push(new Array(1000).fill(Math.random()));',
      /more memory/,
    ],
    [
      'eats memory outside the heap',
      'const a = []; for (;;) a.push(new Uint8Array(50_000_000).fill(1));',
      /./,
    ],
  ])('a tool that %s affects only its own call', async (_, body, reason) => {
    const files = { 'm.ts': tool(`if (params.bad) { ${body} } return ${text("'ok'")}`) };
    const ending = await at.call(files, 't', { bad: true }, { timeoutMs: 20_000 });
    const said = 'reason' in ending ? ending.reason : (ending.formatted ?? '');
    expect(['crashed', 'failed']).toContain(ending.kind);
    expect(said).toMatch(reason);
    expect(await at.call(files, 't')).toMatchObject({ formatted: 'ok' });
  });

  test('an unhandled rejection is logged and ends nothing', async () => {
    const body = `setTimeout(() => Promise.reject(new Error('astray')), 0); await new Promise((s) => setTimeout(s, 50)); return ${text("'ok'")}`;
    expect(await run(body, '', { folder: 'astray' })).toMatchObject({ formatted: 'ok' });
    expect(at.host.sessionOf('astray').log.at(-1)?.text).toContain('Error: astray');
  });

  test('terminal-only dialogues answer nothing at once, with a warning for the author', async () => {
    const body = `const r = await pi.ui.custom((tui, theme, keys, done) => done('x')); pi.ui.setStatus('a', 'b'); return ${text('String(r)')}`;
    const ending = await run(body, '', { folder: 'terminal' });
    expect(ending).toMatchObject({ kind: 'finished', formatted: 'undefined' });
    expect(ending.warnings?.[0]).toMatch(/^ui\.custom draws in a terminal.*Ask with ui\.select/);
  });

  test('many commands at once take turns', async () => {
    let going = 0;
    let most = 0;
    const exec: Services['exec'] = async () => {
      most = Math.max(most, (going += 1));
      await new Promise((settle) => setTimeout(settle, 5));
      going -= 1;
      return ran({ stdout: 'x' });
    };
    const body = `const all = await Promise.all(Array.from({ length: 100 }, () => pi.exec('echo', ['x'])));
      return ${text("all.map(({ stdout }) => stdout).join('').length")}`;
    expect(await run(body, '', services(exec))).toMatchObject({ formatted: '100' });
    expect(most).toBe(16);
  });

  test('what a tool did not wait for ends with its call, and what queues never starts', async () => {
    const begun: string[] = [];
    const stopped: string[] = [];
    const until = (name: string, signal: AbortSignal) =>
      new Promise<void>((settle) => {
        begun.push(name);
        // As with a command that takes a moment to be killed.
        signal.addEventListener('abort', () =>
          setTimeout(() => settle(void stopped.push(name)), 50),
        );
      });
    const leaves = services(
      async ({ command }, signal) => until(command, signal).then(() => ran({ killed: true })),
      async ({ kind }, signal) => void (await until(kind, signal)),
    );
    const files = {
      'm.ts': tool(`if (params.n !== 1) return ${text("'next'")}
        for (let n = 0; n < 20; n++) void pi.exec('touch', ['x']);
        void pi.ui.confirm('c', 'm'); return ${text("'left'")}`),
    };
    expect(await at.call(files, 't', { n: 1 }, leaves)).toMatchObject({ formatted: 'left' });
    const all = ['confirm', ...Array.from({ length: 16 }, () => 'touch')];
    expect([begun, stopped].map((names) => names.toSorted())).toEqual([all, all]);
    expect(await at.call(files, 't', { n: 2 }, leaves)).toMatchObject({ formatted: 'next' });
    expect(begun).toHaveLength(all.length);
  });

  test.each([
    [`await import('npm:left-pad')`, /^It imports a package from npm, and nothing is fetched/],
    [`await import('https://esm.sh/x')`, /^It imports from "https:\/\/esm\.sh\/x"/],
    [`await import('lodash')`, /^It imports "lodash", which Lathe does not provide/],
    [
      `(await import('node:child_process')).execSync('id')`,
      /^execSync is not here: a program may have to be asked for first/,
    ],
  ])('a failed import during a call is worded as during loading: %s', async (body, message) => {
    expect((await run(body)).formatted).toMatch(message);
  });

  const dialogues = `const out = [pi.hasUI, await pi.ui.select('s', ['a', 'b']), await pi.ui.confirm('c', 'm'), await pi.ui.input('i', 'p')];
    pi.ui.notify('n', 'info'); return ${text('out.map(String).join()')}`;
  test('A2.7 A2.8 without a person dialogues answer at once, and hasUI is false', async () => {
    expect(await run(dialogues)).toMatchObject({ formatted: 'false,undefined,false,undefined' });
  });

  test('A2.7 A2.8 with a person dialogues ask, in the same process', async () => {
    const asked: string[] = [];
    const ui: Services['ui'] = async (question) => {
      asked.push(question.kind);
      return { select: 'b', confirm: true, input: 'typed', editor: '', form: null, notify: null }[
        question.kind
      ];
    };
    const ending = await run(
      dialogues,
      '',
      services(async () => ran({}), ui),
    );
    expect(ending).toMatchObject({ formatted: 'true,b,true,typed' });
    await expect.poll(() => asked).toEqual(['select', 'confirm', 'input', 'notify']);
  });

  test('A2.6 a pending action is shown, and the hidden resolve applies or discards it', async () => {
    const files = {
      'm.ts': tool(
        `pi.pushPendingAction({ label: 'Rename', sourceToolName: 't', apply: async (reason) => ${text("'applied: ' + reason")}, reject: () => undefined });
         return ${text("'prepared'")}`,
      ),
    };
    const declared = await at.load(files, 'pending');
    expect(declared.ok && declared.tools.map(({ name, unlisted }) => [name, unlisted])).toEqual([
      ['t', undefined],
      ['resolve', true],
    ]);
    const call = (entry: string, args = {}) => at.call(files, entry, args, { folder: 'pending' });
    await call('t');
    await call('t');
    expect(at.host.sessionOf('pending').pending).toEqual([
      { label: 'Rename', tool: 't' },
      { label: 'Rename', tool: 't' },
    ]);
    expect(await call('resolve', { action: 'apply', reason: 'good' })).toMatchObject({
      formatted: 'applied: good',
    });
    expect(await call('resolve', { action: 'discard', reason: 'bad' })).toMatchObject({
      formatted: 'Discarded: Rename. Reason: bad',
    });
    expect(at.host.sessionOf('pending').pending).toEqual([]);
    expect((await call('resolve', { action: 'apply', reason: 'x' })).kind).toBe('failed');
  });

  test('A2.17 ctx has the session, and abort() stops the call', async () => {
    const facts = await run(
      `return ${text('[ctx.model, ctx.isIdle(), ctx.hasQueuedMessages(), Array.isArray(ctx.sessionManager.getEntries())].join()')}`,
    );
    expect(facts).toMatchObject({ formatted: ',false,false,true' });
    const ending = await run(`ctx.abort(); await new Promise((s) => setTimeout(s, 5000))`);
    expect(ending.kind).toBe('cancelled');
  });
});
