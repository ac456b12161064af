import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as pi from './child/provided/pi.ts';
import { ground } from './fixtures/ground.ts';
import { text, tool } from './fixtures/tool.ts';
import { providedNames } from './stand-ins.ts';

let at: Awaited<ReturnType<typeof ground>>;
beforeAll(async () => {
  at = await ground();
});
afterAll(() => at.host.close());

const one = (name: string, order = 'toolCallId, params, onUpdate, ctx, signal') => `{
  name: '${name}', label: '${name}', description: 'Does it', parameters: pi.typebox.Type.Object({}),
  async execute(${order}) { return ${text('"ran ' + name + '"')}; } }`;

const names = async (source: string, file = 'm.ts') => {
  const declared = await at.load({ [file]: source });
  return declared.ok ? [declared.dialect, ...declared.tools.map(({ name }) => name)] : declared;
};

describe('the tools of a module', () => {
  test.each([
    ['A2.1 a factory with one tool', `export default (pi) => (${one('a')})`, ['custom-tool', 'a']],
    [
      'A2.1 with a list',
      `export default (pi) => [${one('a')}, ${one('b')}]`,
      ['custom-tool', 'a', 'b'],
    ],
    ['A2.1 with a promise', `export default async (pi) => (${one('a')})`, ['custom-tool', 'a']],
    [
      'A2.1 with a promise of a list',
      `export default async (pi) => [${one('a')}]`,
      ['custom-tool', 'a'],
    ],
    [
      'an extension that registers',
      `export default function (pi) { pi.registerTool(${one('a')}); }`,
      ['extension', 'a'],
    ],
    [
      'an extension that registers once a session begins',
      `export default (pi) => { pi.on('session_start', async () => pi.registerTool(${one('a')})); }`,
      ['extension', 'a'],
    ],
    [
      'opencode, called after the file',
      `import { tool } from '@opencode-ai/plugin';
       export default tool({ description: 'd', args: { q: tool.schema.string() }, async execute() { return 'x'; } });
       export const second = tool({ description: 'd', args: {}, async execute() { return 'x'; } });`,
      ['opencode', 'm', 'm_second'],
    ],
    [
      'createTool',
      `import { createTool } from 'lathe'; import { z } from 'zod';
       export const t = createTool({ name: 'Say', kind: 'readonly', schema: z.object({ text: z.string() }),
         description: { short: 'Says' }, async execute({ text }) { return { success: true, llmContent: text, displayContent: text }; } });`,
      ['create-tool', 'Say'],
    ],
    [
      'Tool.define, made when it is wanted',
      `import { Tool } from 'lathe'; import { z } from 'zod';
       export const t = Tool.define('late', { name: 'Late', category: 'custom' }, async () => ({
         description: 'd', parameters: z.object({ n: z.number() }), async execute({ n }) { return { title: 't', output: String(n), metadata: {} }; } }));`,
      ['tool-define', 'late'],
    ],
    [
      'F7 an MCP server with a shape of zod, one with the standard schema, and the older form',
      `import { McpServer } from '@modelcontextprotocol/server';
       import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
       import { z } from 'zod';
       const server = new McpServer({ name: 's', version: '1' });
       server.registerTool('add', { description: 'd', inputSchema: { a: z.number() } }, async ({ a }) => ({ content: [{ type: 'text', text: String(a) }] }));
       server.registerTool('any', { inputSchema: { '~standard': { validate: (value) => ({ value }), jsonSchema: { input: () => ({ type: 'object' }) } } } }, async () => ({ content: [] }));
       server.tool('old', 'Does it', { b: z.string() }, async ({ b }) => ({ content: [{ type: 'text', text: b }] }));
       await server.connect(new StdioServerTransport());`,
      ['mcp-server', 'add', 'any', 'old'],
    ],
    [
      'F7 createTool of the program that it was made for',
      `import { createTool } from '../createTool.js'; import { z } from 'zod';
       export const t = createTool({ name: 'Say', kind: 'readonly', schema: z.object({}), description: { short: 'Says' },
         async execute() { return { success: true, llmContent: '', displayContent: '' }; } });`,
      ['create-tool', 'Say'],
    ],
    [
      'F7 Tool.define of the program that it was made for',
      `import { Tool } from '../../core/tool.js'; import { z } from 'zod';
       export const t = Tool.define('say', { name: 'Say', description: 'd', category: 'custom', autoExecute: false, parameters: z.object({}),
         async execute() { return { title: '', output: '', metadata: {} }; } });`,
      ['tool-define', 'say'],
    ],
    [
      'enums, namespaces and parameter properties',
      `enum A { B = 'a' } namespace N { export const x = 1; }
       class C { constructor(private readonly n: number) {} } new C(N.x);
       export default (pi: any) => (${one("' + A.B + '")})`,
      ['custom-tool', 'a'],
    ],
    ['CommonJS', `module.exports = (pi) => (${one('a')})`, ['custom-tool', 'a'], 'm.cjs'],
  ])('%s', async (_, source, expected, file = 'm.ts') => {
    expect(await names(source, file)).toEqual(expected);
  });

  test('A2.3 schema, label and description of a tool; TypeBox and StringEnum are plain JSON Schema', async () => {
    const source = `import { Type } from '@sinclair/typebox';
      import { StringEnum } from '@mariozechner/pi-ai';
      import { Text } from '@mariozechner/pi-tui';
      export default (pi) => ({ name: 't', label: 'The T', description: 'd', parameters: Type.Object({
        mode: StringEnum(['a', 'b'], { description: 'm' }), n: Type.Optional(Type.Number({ default: 2 })) }),
        async execute() { return { content: [] }; }, onSession() {}, renderCall: () => new Text('x', 0, 0), renderResult: () => new Text('y', 0, 0) })`;
    const declared = await at.load({ 'm.ts': source });
    expect(declared).toMatchObject({
      ok: true,
      problems: [],
      tools: [{ name: 't', label: 'The T', description: 'd', line: 4 }],
    });
    expect(declared.ok && declared.tools[0]?.parameters).toEqual({
      type: 'object',
      required: ['mode'],
      properties: {
        mode: { type: 'string', enum: ['a', 'b'], description: 'm' },
        n: { type: 'number', default: 2 },
      },
    });
  });

  test('a module loads its neighbours, with their extensions or those after compilation', async () => {
    const files = {
      'index.ts': `import { word } from './lib/word.js'; import data from './data.json' with { type: 'json' };
        import { readFileSync } from 'node:fs';
        const own = readFileSync(new URL('./own.txt', import.meta.url), 'utf8');
        ${tool(`return ${text('word + data.n + own')}`)}`,
      'lib/word.ts': `export const word: string = 'w';`,
      'data.json': '{"n": 1}',
      'own.txt': 'mine',
    };
    expect(await at.call(files, 't')).toMatchObject({ kind: 'finished', formatted: 'w1mine' });
  });

  test('imported names of a terminal prevent neither loading nor calls', async () => {
    const source = `import { matchesKey, Text, type Theme, Editor as Area } from '@mariozechner/pi-tui';
      class Mine extends Area {}
      ${tool(`return params.key ? matchesKey('a', 'b') : ${text('typeof Text + typeof Mine')}`)}`;
    const files = { 'm.ts': source };
    expect(await at.call(files, 't')).toMatchObject({ formatted: 'functionfunction' });
    expect((await at.call(files, 't', { key: true })).formatted).toMatch(
      /^"matchesKey" of "@mariozechner\/pi-tui" is not here/,
    );
  });

  test('the home folder has a name, and its files are absent', async () => {
    const source = `import { homedir, tmpdir } from 'node:os'; import { existsSync, readdirSync } from 'node:fs';
      const home = homedir();
      const facts = [home, process.env.HOME, tmpdir(), existsSync(home + '/.config/mine.json'), process.env.DEBUG];
      ${tool(`return ${text('params.look ? readdirSync(params.look) : facts.join()')}`)}`;
    const look = async (path?: string) =>
      (await at.call({ 'm.ts': source }, 't', path === undefined ? {} : { look: path })).formatted;
    expect(await look()).toBe('/nonexistent,/nonexistent,/tmp,false,');
    expect(await look('/nonexistent')).toMatch(/no such file or directory/i);
    expect(await look('/tmp')).toMatch(/^Requires read access/);
    expect(await look('/nonexistent/../etc')).toMatch(/^Requires read access/);
  });

  test.each([
    [
      'zod of the host',
      `export default ({ zod: z }) => ({ name: 't', description: 'd',
        parameters: z.object({ id: z.string().describe('which'), kind: z.enum(['x', 'y']).default('x') }),
        execute: async (id, params) => ${text('JSON.stringify(params)')} });`,
      't',
      { id: { type: 'string', description: 'which' } },
    ],
    [
      'a plugin of opencode',
      `import { tool } from '@opencode-ai/plugin';
       export const MyPlugin = async ({ $, client, directory }) => ({ event: async () => {}, tool: {
         shout: tool({ description: 'd', args: { id: tool.schema.string() }, async execute({ id }) { return id + directory; } }) } });`,
      'shout',
      { id: { type: 'string' } },
    ],
    [
      'a plugin of opencode as the default export',
      `import { tool } from '@opencode-ai/plugin';
       export default async () => ({ tool: { shout: tool({ description: 'd', args: { id: tool.schema.string() }, execute: async (a) => a.id }) } });`,
      'shout',
      { id: { type: 'string' } },
    ],
    [
      'an extension whose handlers break',
      `export default (pi) => { pi.on('session_start', () => { throw new Error('start'); });
         pi.registerTool({ name: 't', description: 'd', parameters: { type: 'object', properties: { id: { type: 'string' } } }, async execute() {} }); };`,
      't',
      { id: { type: 'string' } },
    ],
  ])('%s is read', async (_, source, name, properties) => {
    const declared = await at.load({ 'm.ts': source });
    expect(declared).toMatchObject({ ok: true, tools: [{ name, parameters: { properties } }] });
  });

  test('the provided names equal the listed ones', () => {
    expect(Object.keys(pi).sort()).toEqual([...providedNames].sort());
    const types = readFileSync(
      join(import.meta.dirname, '../../../web/languages/typescript/host-types/lathe.dts'),
      'utf8',
    );
    const declared = types.matchAll(/export (?:class|function|const|\{) (\w+)/g);
    const names = new Set([...declared].map(([, name]) => name));
    expect([...providedNames].filter((name) => !names.has(name))).toEqual([]);
  });

  test('a package of the folder is imported if its deno.json says so', async () => {
    const files = {
      'index.ts': `import left from 'left-pad'; ${tool(`return ${text('left("a")')}`)}`,
      'vendor/left.js': `export default (x) => '  ' + x;`,
      'deno.json': '{"imports": {"left-pad": "./vendor/left.js", "evil": "../../etc/passwd"}}',
    };
    expect(await at.call(files, 't')).toMatchObject({ kind: 'finished', formatted: '  a' });
  });
});

describe('a module without tools says why', () => {
  test.each([
    ['A2.2 no function', 'export default 5', 'module-no-factory', /must export a default function/],
    ['A2.2 exports nothing', 'const a = 1;', 'module-no-factory', /must export a default function/],
    ['a factory that gives nothing', 'export default () => {}', 'module-no-tool', /gave no tool/],
    [
      'throws on import',
      `\nthrow new Error('bad day')`,
      'module-threw',
      /Failed to load tool: bad day/,
    ],
    [
      'A2.23 a factory that throws',
      `export default () => { throw new Error('no') }`,
      'module-threw',
      /Failed to load tool: no/,
    ],
    [
      'A2.23 a syntax error',
      'export default (pi) => ({\n  a: = 1 })',
      'syntax',
      /Expression expected/,
    ],
    [
      'an unknown package',
      `import x from 'lodash'; x(); export default () => {}`,
      'module-import',
      /imports "lodash", which Lathe does not provide; .*deno\.json/,
    ],
    [
      'a package from npm',
      `import x from 'npm:lodash'; x(); export default () => {}`,
      'module-import',
      /nothing is fetched here/,
    ],
    [
      'a module from the network',
      `import x from 'https://esm.sh/x'; x(); export default () => {}`,
      'module-import',
      /"[^"]*esm\.sh[^"]*".*nothing is fetched/,
    ],
    [
      'a file that is not there',
      `import './gone.ts'; export default () => {}`,
      'module-import',
      /"\.\/gone\.ts"/,
    ],
    ['ends its process', 'Deno.exit(3)', 'module-threw', /ended its own process, with status 3/],
    [
      'a command while loading',
      `export default async (pi) => { await pi.exec('ls', []); }`,
      'module-threw',
      /call exec in execute/,
    ],
    [
      'a module of another system',
      `const fs = require('fs'); module.exports = () => fs;`,
      'module-threw',
      /require is not defined; use import and export, or .* \.cjs/,
    ],
    [
      'a module of Bun',
      `import { Database } from 'bun:sqlite'; new Database(); export default () => {}`,
      'module-import',
      /imports "bun:sqlite", which Lathe does not provide/,
    ],
    [
      'eats memory',
      'const a = []; for (;;) a.push(new Array(1000).fill(Math.random()));',
      'module-threw',
      /more memory than it may have/,
    ],
  ])('%s', async (_, source, code, message) => {
    const declared = await at.load({ 'm.ts': source });
    expect(declared.ok).toBe(false);
    expect(declared.problems[0]).toMatchObject({ code, severity: 'error' });
    expect(declared.problems[0]?.message).toMatch(message);
  });

  test('the position of a fault', async () => {
    const syntax = await at.load({ 'm.ts': 'export default (pi) => ({\n  a: = 1 })' });
    expect(syntax.problems[0]).toMatchObject({ line: 2, column: 6 });
    const threw = await at.load({ 'm.ts': `\n\nthrow new Error('x')` });
    expect(threw.problems[0]).toMatchObject({ line: 3 });
    const imported = await at.load({ 'm.ts': `\nimport x from 'lodash'; x()` });
    expect(imported.problems[0]).toMatchObject({ line: 2 });
  });

  test('one that never settles is ended and named, and does not affect others', async () => {
    const [endless, waiting, good] = await Promise.all([
      at.load({ 'm.ts': 'for (;;) {}' }, 'endless'),
      at.load({ 'm.ts': 'await new Promise(() => {}); export default () => {}' }, 'waiting'),
      at.load({ 'm.ts': tool(`return ${text('1')}`) }, 'good'),
    ]);
    expect(endless.problems[0]?.message).toMatch(/not loaded within 10 seconds and was ended/);
    expect(waiting.problems[0]?.message).toMatch(/waits while it loads for something that never/);
    expect(good.ok).toBe(true);
  });

  test.each([
    [`{ label: 'x' }`, /no "name"/],
    [`{ name: 'half', description: 'd', parameters: {} }`, /"half" has no function "execute"/],
    [`{ name: 'half', description: 'd', execute() {} }`, /"half" has no "parameters"/],
    [`'word'`, /gave word where a tool was wanted/],
  ])('an invalid tool is named, and a valid one still counts: %s', async (half, message) => {
    const declared = await at.load({ 'm.ts': `export default (pi) => [${half}, ${one('whole')}]` });
    expect(declared.ok && declared.tools.map(({ name }) => name)).toEqual(['whole']);
    expect(declared.problems[0]?.message).toMatch(message);
  });

  test('if no tool of a module is valid, the faults are errors', async () => {
    const declared = await at.load({ 'm.ts': `export default () => ({ name: 'half' })` });
    expect(declared.problems[0]).toMatchObject({ severity: 'error' });
  });

  test('A2.20 of two tools with one name the first counts', async () => {
    const declared = await at.load({ 'm.ts': `export default (pi) => [${one('a')}, ${one('a')}]` });
    expect(declared.ok && declared.tools).toHaveLength(1);
    expect(declared.problems[0]?.message).toMatch(/"a" conflicts with existing tool/);
  });
});
