import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { toolTree } from '../fixtures/tool-tree.ts';

/** A module of one tool, `probe`, that answers with what the body returns; no kind, so that it is not asked for. */
const probe = (body: string, imports = '') => `${imports}
export default () => ({ name: 'probe', description: 'd', parameters: { type: 'object', properties: {} },
  async execute(id, params, onUpdate, ctx, signal) {
    const said = async () => { ${body} };
    return { content: [{ type: 'text', text: String(await said()) }] };
  } });`;

onBothEngines('What a module finds around it', (runner) => {
  const files = (...path: string[]) => join(runner().workspace, 'files', ...path);
  const put = (id: string, folder: Record<string, string>) => {
    for (const [path, text] of Object.entries(folder)) {
      const file = join(runner().workspace, 'tools', id, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  };
  const listed = async (id: string) =>
    (await (await runner().fetch(`/api/tools?ids=${id}`)).json()).tools[0];
  /** How a call ended, and the text of every question on the way; the answer is always "allow". */
  const call = async (body: object) => {
    const asked: { text: string; signature?: string }[] = [];
    const events = await runner().run({ arguments: {}, ...body }, 'page', async (event) => {
      if (event.event !== 'approval') return;
      const { id, runId } = event.data.approval;
      asked.push(event.data.approval);
      const decision = { id, answer: 'allow', scope: 'once' };
      const path = `/api/runs/${runId}/decision`;
      await runner().fetch(path, { as: 'page', method: 'POST', body: decision });
    });
    return { ...events.at(-1)?.data, asked };
  };
  const said = async (folder: Record<string, string>, more: object = {}) =>
    (await call({ folder, ...more })).result.llmContent;
  const grant = async (id: string, rights: object) => {
    const body = { read: [], write: [], env: [], net: [], ...rights };
    const path = `/api/tools/${id}/rights`;
    expect((await runner().fetch(path, { as: 'page', method: 'PUT', body })).status).toBe(200);
    await listed(id);
  };

  beforeAll(() => {
    mkdirSync(files('sub'), { recursive: true });
    writeFileSync(files('a.txt'), 'one');
    writeFileSync(files('sub/b.ts'), 'two');
  });

  describe('a tree of tools with a factory of its own', () => {
    beforeAll(() => put('tree', toolTree));
    const run = (tool: string, args: object, context: object = {}) =>
      call({ toolId: 'tree', tool, arguments: args, context });

    test('F9 is read, declared, and says of itself what its tools say', async () => {
      const { tools, problems } = await listed('tree');
      expect(problems).toEqual([]);
      const about = tools.map(
        (tool: { name: string; kind: string; policies: { execution: string } }) => [
          ...[tool.name, tool.kind, tool.policies.execution],
        ],
      );
      expect(about.sort()).toEqual([
        ['Find', 'readonly', 'auto'],
        ['Note', 'write', 'ask-once'],
        ['Peek', 'readonly', 'auto'],
        ['Shell', 'execute', 'ask-once'],
      ]);
      const { declarations } = await (await runner().fetch('/api/declarations')).json();
      const names = declarations.map((one: { function: { name: string } }) => one.function.name);
      expect(names).toEqual(expect.arrayContaining(['Find', 'Note', 'Peek', 'Shell']));
    });

    test('a file that it may not see is told with the right that is missing, though the tool caught it', async () => {
      const { result } = await run('Peek', { file: files('a.txt') });
      expect(result).toMatchObject({
        success: false,
        llmContent: `There is no ${files('a.txt')}`,
        metadata: { lacked: [{ right: 'read', value: files('a.txt') }] },
      });
      // A library that finds nothing where it may not look is no failure, and leads astray as well.
      const { result: found } = await run('Find', { pattern: '*' });
      expect(found).toMatchObject({
        success: true,
        metadata: { lacked: [{ right: 'read', value: files() }] },
      });
    });

    test('F9 once the folder is granted it reads, writes, renames and finds', async () => {
      await grant('tree', { write: [files()] });
      expect((await run('Peek', { file: files('a.txt') })).result.llmContent).toBe('one');
      expect((await run('Peek', { file: 'b.ts' }, { cwd: files('sub') })).result.llmContent).toBe(
        'two',
      );
      const absent = await run('Peek', { file: files('none') });
      expect(absent.result).toMatchObject({ success: false, error: { message: 'Absent' } });
      expect(absent.result.metadata).not.toHaveProperty('lacked');
      const note = await run('Note', { file: files('made/c.txt') });
      expect(note.asked).toMatchObject([{ signature: files('made/c.txt') }]);
      expect(note.result.llmContent).toBe('wrote nothing');
      expect(note.result.metadata).not.toHaveProperty('lacked');
      expect(readFileSync(files('made/c.txt'), 'utf8')).toBe('nothing');
      expect((await run('Find', { pattern: '**/*.t*' })).result.llmContent).toBe(
        'a.txt\nmade/c.txt\nsub/b.ts',
      );
      const sub = await run('Find', { pattern: '*' }, { cwd: files('sub') });
      expect(sub.result.llmContent).toBe('b.ts');
    });

    test('its own checks answer in its own words', async () => {
      expect((await run('Peek', { file: 'never' })).result.error).toMatchObject({
        type: 'validation_error',
        message: 'file: not that one',
        details: [{ path: ['file'], code: 'custom' }],
      });
    });

    test('a command is started by the house: in the directory of the call, in time, judged', async () => {
      const pwd = await run('Shell', { command: 'pwd; echo 2 >&2' }, { cwd: files('sub') });
      expect(pwd.asked).toMatchObject([{ signature: 'pwd; echo 2 >&2' }]);
      expect(pwd.result.llmContent).toBe(`${files('sub')}\n2\n`);
      const failed = await run('Shell', { command: 'echo so; exit 3' });
      expect(failed.result).toMatchObject({ success: false, llmContent: '3 so\n' });
      expect(failed.result.error.details).toEqual({ code: 3 });
      const late = await run('Shell', { command: 'sleep 30', timeout: 200 });
      expect(late.result.error.type).toBe('timeout_error');
      const forbidden = await run('Shell', { command: 'sudo ls' });
      expect(forbidden.result.llmContent).toMatch(/^126 Command is forbidden: .*"sudo"/);
      const changing = await run('Shell', { command: 'touch made/by-shell' });
      expect(changing.asked.map(({ text }: { text: string }) => text).at(-1)).toContain(
        'touch made/by-shell',
      );
      expect(changing.asked).toHaveLength(2);
      expect(readFileSync(files('made/by-shell'), 'utf8')).toBe('');
    });
  });

  test.each([
    ['access', `fs.access(at).then(() => 'yes')`, 'yes'],
    [
      'open',
      `fs.open(at).then(async (f) => { const { size } = await f.stat(); await f.close(); return size; })`,
      '3',
    ],
    [
      'a stream',
      `new Promise((done) => { let s = ''; sync.createReadStream(at, 'utf8').on('data', (d) => (s += d)).on('end', () => done(s)); })`,
      'one',
    ],
    [
      'a callback',
      `new Promise((done) => sync.access(at, (error) => done(error === null)))`,
      'true',
    ],
    ['at once', `(sync.accessSync(at), sync.existsSync(at))`, 'true'],
    [
      'a list with types',
      `fs.readdir(folder, { withFileTypes: true }).then((all) => all.some((one) => one.isDirectory()))`,
      'true',
    ],
    ['a disk', `fs.statfs(folder).then(({ bsize }) => bsize > 0)`, 'true'],
    [
      'a pattern',
      `(async () => { for await (const one of fs.glob('*.txt', { cwd: folder })) return one; })()`,
      'a.txt',
    ],
    [
      'a copy and its end',
      `fs.cp(at, at + '.copy').then(() => fs.unlink(at + '.copy')).then(() => 'gone')`,
      'gone',
    ],
  ])('Node’s file system works where a folder is granted: %s', async (_, expression, answer) => {
    const imports = `import fs from 'node:fs/promises'; import sync from 'fs';`;
    const source = probe(
      `const folder = process.cwd(), at = folder + '/a.txt'; return ${expression};`,
      imports,
    );
    put('disk', { 'index.ts': source });
    await listed('disk');
    await grant('disk', { write: [files()] });
    expect((await call({ toolId: 'disk' })).result.llmContent).toBe(answer);
  });

  test('process.cwd() is the directory of the call, whether or not it may be looked into', async () => {
    const folder = { 'index.ts': probe(`return process.cwd() + ' ' + Deno.cwd();`) };
    expect(await said(folder)).toBe(`${files()} ${files()}`);
    const cwd = files('sub');
    expect(await said(folder, { context: { cwd } })).toBe(`${cwd} ${cwd}`);
  });

  const programs = `import cp, { exec, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
const told = (child) => new Promise((done) => {
  const all = [];
  child.stdout?.on('data', (d) => all.push('out ' + d)); child.stderr?.on('data', (d) => all.push('err ' + d));
  child.on('error', (e) => all.push('error ' + e.code)); child.on('close', (c, s) => done(all.join('|') + ' close ' + c + ' ' + s));
});`;
  test.each([
    ['spawn', `return told(spawn('ls', ['-1', 'sub']))`, 'out b.ts\n close 0 null'],
    [
      'spawn in a shell',
      `return told(spawn('echo a | tr a b', { shell: true }))`,
      'out b\n close 0 null',
    ],
    [
      'a program that is not there',
      `return told(spawn('no-such-program'))`,
      /^error ENOENT.*close 127 null$/s,
    ],
    [
      'execFile, as a promise',
      `return (await promisify(execFile)('cat', ['a.txt'])).stdout`,
      'one',
    ],
    [
      'exec, with a callback',
      `return new Promise((done) => exec('cat none', (e, out, err) => done(e.code + err)))`,
      /^1cat: none: No such file/,
    ],
    [
      'bytes',
      `return new Promise((done) => execFile('cat', ['a.txt'], { encoding: 'buffer' }, (e, out) => done(out instanceof Uint8Array)))`,
      'true',
    ],
    [
      'too much',
      `return promisify(exec)('head -c 5000 /dev/zero', { maxBuffer: 1000 }).catch((e) => e.code + e.stdout.length)`,
      'ERR_CHILD_PROCESS_STDIO_MAXBUFFER1000',
    ],
    [
      'a directory',
      `return (await promisify(exec)('pwd', { cwd: process.cwd() + '/sub' })).stdout.trim().endsWith('files/sub')`,
      'true',
    ],
    [
      'kill',
      `const child = spawn('sleep', ['30']); setTimeout(() => child.kill(), 200); return told(child)`,
      ' close null SIGTERM',
    ],
    [
      'the search that is there on every machine',
      `return (await promisify(exec)('rg --line-number --no-heading one a.txt')).stdout`,
      '1:one\n',
    ],
    [
      'what cannot wait',
      `try { cp.execSync('ls') } catch (e) { return e.message }`,
      /^execSync is not here: .*use exec, execFile or spawn$/,
    ],
  ])('a program is started through node:child_process: %s', async (_, body, answer) => {
    const text = await said({ 'index.ts': probe(body, programs) });
    if (typeof answer === 'string') expect(text).toBe(answer);
    else expect(text).toMatch(answer);
  });

  test('a variable of a program stands before it, where it is seen and judged', async () => {
    const body = `return (await promisify(exec)('mkdir $NAME', { env: { NAME: 'named' } })).stdout`;
    const { asked } = await call({ folder: { 'index.ts': probe(body, programs) } });
    expect(asked.map(({ text }: { text: string }) => text)).toEqual([
      `env 'NAME=named' sh -c 'mkdir $NAME' </dev/null\n`,
    ]);
  });

  test.each([
    ['of zod 3 by package.json', '{"dependencies":{"zod":"^3.23.8"}}', '', 'errors'],
    [
      'of zod 4 by package.json',
      '{"dependencies":{"zod":"^4.1.0"}}',
      `import 'zod-to-json-schema';`,
      'none',
    ],
    ['of zod 3 beside zod-to-json-schema', '{}', `import 'zod-to-json-schema';`, 'errors'],
    ['of zod 4 else', '{}', '', 'none'],
  ])('"zod" is the one that the folder was written for: %s', async (_, about, more, answer) => {
    const body = `const { error } = z.string().safeParse(1); return error.errors ? 'errors' : 'none';`;
    const source = probe(body, `import { z } from 'zod';\n${more}`);
    expect(await said({ 'index.ts': source, 'package.json': about })).toBe(answer);
  });

  test('a folder brings packages of its own, of either kind of module, and their own packages', async () => {
    const imports = `import { hello } from 'modern'; import { twice } from 'modern/lib/twice'; import old from 'old'; import { tiny } from '@scope/tiny';`;
    const folder = {
      'index.ts': probe('return [hello(), twice(2), old.name, tiny].join()', imports),
      'node_modules/modern/package.json': JSON.stringify({
        type: 'module',
        exports: { '.': { types: './x.d.ts', import: './esm/index.js' }, './lib/*': './lib/*.js' },
      }),
      'node_modules/modern/esm/index.js': `import { tiny } from '@scope/tiny'; export const hello = () => 'hello ' + tiny;`,
      'node_modules/modern/lib/twice.js': 'export const twice = (n) => 2 * n;',
      'node_modules/old/package.json': '{"main":"main"}',
      'node_modules/old/main.js': `const inner = require('./inner'); exports.name = inner + require('deep');`,
      'node_modules/old/inner.js': `module.exports = 'old';`,
      'node_modules/deep/package.json': '{}',
      'node_modules/deep/index.js': `module.exports = 'deep';`,
      'node_modules/@scope/tiny/package.json': '{"type":"module","module":"./tiny.mjs"}',
      'node_modules/@scope/tiny/tiny.mjs': `export const tiny = 'tiny';`,
    };
    expect(await said(folder)).toBe('hello tiny,4,olddeep,tiny');
  });

  test.each([
    ['../createTool.js', '../types.js', 'index.ts'],
    ['./createTool', './types', 'index.ts'],
    ['../../tools/createTool.ts', '../../tools/types.ts', 'index.ts'],
  ])(
    'what a tool takes of the program that it was made for stands in: %s',
    async (factory, kinds, file) => {
      const source = `import { z } from 'zod';
import { createTool } from '${factory}';
import { ToolKind, type ToolResult } from '${kinds}';
export const one = createTool({ name: 'one', kind: ToolKind.ReadOnly, schema: z.object({}), description: { short: 's' },
  execute: async (): Promise<ToolResult> => ({ success: true, llmContent: 'made', displayContent: 'made' }) });`;
      expect(await said({ [file]: source })).toBe('made');
    },
  );

  test.each(['../core/tool', '../core/tool.js', './core/tool.js'])(
    'so it does for Tool.define: %s',
    async (from) => {
      const source = `import path from 'path';
import { promises as fs } from 'fs';
import { z } from 'zod';
import { Tool } from '${from}';
const Parameters = z.object({ pattern: z.string().default('x'), path: z.string().optional() });
export const FindTool = Tool.define<typeof Parameters, { count: number }>('find', {
  name: 'Find', description: 'Finds', category: 'builtin', enabled: true, autoExecute: true, parameters: Parameters,
  async execute(args, ctx) {
    const where = args.path || process.cwd();
    ctx.metadata({ title: 'Looking for ' + args.pattern, metadata: { count: 0 } });
    return { title: 'Found in ' + path.basename(where), output: where, metadata: { count: 1 } };
  },
});`;
      const { result } = await call({ folder: { 'index.ts': source } });
      expect(result).toMatchObject({ success: true, llmContent: files() });
      expect(result.displayContent).toBe(`Found in files\n\n${files()}`);
    },
  );
});
