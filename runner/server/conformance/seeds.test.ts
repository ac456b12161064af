import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ToolSummary } from '../../../shared/protocol/tools.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

const text = { type: 'object', properties: { text: { type: 'string', description: 'Any' } } };
const layered = (source: string, more: object = {}, returns?: object) => ({
  'definition.json': JSON.stringify({
    ...{ id: 'layers', description: 'Says what it is told to', parameters: text, ...more },
  }),
  'execution.py': source,
  ...(returns ? { 'return.json': JSON.stringify(returns) } : {}),
});
const factory = (body: string, more = '') => `export default (pi) => ({
  name: 't', label: 'T', description: 'Does t', parameters: pi.typebox.Type.Object({}),
  async execute(toolCallId, params, onUpdate, ctx, signal) { ${body} }, ${more} });`;
const made = (facts: string, execute: string) => `import { createTool } from 'lathe';
import { z } from 'zod';
export const t = createTool({ name: 't', description: { short: 'Does t' }, ${facts},
  execute: async (params, context) => { ${execute} } });`;
const defined = (body: string) => `import { Tool } from 'lathe';
import { z } from 'zod';
export const t = Tool.define('t', ${body});`;

onBothEngines('What the formats promise', (runner) => {
  const files = () => join(runner().workspace, 'files');
  const run = async (body: object) => (await runner().run({ arguments: {}, ...body })).at(-1)?.data;
  const draft = (folder: object, args: object = {}) => run({ folder, arguments: args });
  const module = (source: string, args: object = {}) =>
    run({ folder: { 'index.ts': source }, toolId: 'm', arguments: args });
  const builtin = (tool: string, args: object) => run({ tool, arguments: args });
  const listed = async (id: string, folder: Record<string, string>): Promise<ToolSummary> => {
    const at = join(runner().workspace, 'tools', id);
    mkdirSync(at, { recursive: true });
    for (const [name, content] of Object.entries(folder)) writeFileSync(join(at, name), content);
    const { tools } = await (await runner().fetch(`/api/tools?ids=${id}`)).json();
    return tools[0];
  };
  const codes = ({ problems }: ToolSummary) => problems.map(({ code }) => code);
  beforeAll(() => runner().ready('python'));

  describe('three layers', () => {
    test('A1.9 A1.10 A1.13 a lax definition is listed with its defaults, and what to mend', async () => {
      const lax = {
        id: 'Odd-Name',
        description: '',
        parameters: { type: 'object', properties: { a: {} } },
      };
      const unit = await listed('lax', {
        ...layered('print(1)\n', lax),
      });
      expect(unit.tools).toMatchObject([{ name: 'Odd-Name', category: 'custom' }]);
      expect(unit.tools[0]).not.toHaveProperty('icon');
      const said = unit.problems.map(({ message }) => message).join('\n');
      expect(said).toMatch(/Odd-Name/);
      expect(said).toMatch(/description/);
    });
    test('A1.11 A1.12 a root that is no object is an error; a "required" beside it counts', async () => {
      const bad = await listed(
        'bad_root',
        layered('print(1)\n', { id: 'bad_root', parameters: { type: 'string' } }),
      );
      expect(bad.problems.find(({ severity }) => severity === 'error')?.message).toMatch(/object/);
      const beside = await listed(
        'beside',
        layered('print(1)\n', { id: 'beside', required: ['text'] }),
      );
      expect(beside.tools[0]?.parameters).toMatchObject({ required: ['text'] });
      expect(beside.problems.find(({ fix }) => fix !== undefined)).toBeDefined();
    });
    test('A1.37 A1.27 notes and owner are kept, and eval of a placeholder is pointed out', async () => {
      const meta = { notes: 'n', icon: 'bot.svg', owner: 'o', created_at: '2026' };
      const folder = layered("print(eval('{text}'))\n", { id: 'noted', icon: 'brain.svg' });
      const unit = await listed('noted', { ...folder, 'meta.json': JSON.stringify(meta) });
      expect(unit.tools[0]?.icon).toBe('brain.svg');
      expect(unit.problems.map(({ message }) => message).join('\n')).toMatch(/eval/);
      const read = await (await runner().fetch('/api/tools/noted')).json();
      expect(JSON.parse(read.files['meta.json'])).toEqual(meta);
    });
    test('A1.15 A1.21 A1.23 placeholders are bound, JSON text is parsed, f-strings are filled', async () => {
      const said = `it's "x" {y}`;
      const plain = await draft(layered("print('{text}')\n"), { text: said });
      expect(plain.ending.stdout).toBe(`${said}\n`);
      const json = await draft(layered('import json\nprint(json.loads({text})["a"])\n'), {
        text: '{"a": 5}',
      });
      expect(json.ending.stdout).toBe('5\n');
      const f = await draft(layered("print(f'<{text}>')\n"), { text: said });
      expect(f.ending.stdout).toBe(`<${said}>\n`);
    });
    test.each([
      ['A1.18', 'x = {1, 2, 3}\n'],
      ['A1.18', 'x = {}\n'],
      ['A1.18', 'x = {0}\n'],
      ['A1.18', 'x = }\n'],
      ['A1.24', "print('{text.__class__}')\n"],
      ['A1.24', "print('{text[0]}')\n"],
    ])('%s %j is refused before anything runs, with a hint', async (_, source) => {
      const { result, ending } = await draft(layered(`print('began')\n${source}`), { text: 'a' });
      expect(result.success).toBe(false);
      expect(ending.stdout).toBe('');
      expect(result.error.message).not.toBe('');
    });
    test('A1.26 an exception of the author’s own check is the failure', async () => {
      const { result } = await draft(layered("raise ValueError('not that one')\n"));
      expect(result).toMatchObject({ success: false });
      expect(result.llmContent).toContain('not that one');
    });
    test('A1.28 A1.30 streams are kept apart and together, and much output is cut', async () => {
      const both = "import sys\nprint('out')\nprint('err', file=sys.stderr)\n";
      expect((await draft(layered(both))).ending).toMatchObject({
        ...{ stdout: 'out\n', stderr: 'err\n', output: 'out\nerr\n' },
      });
      const much = await draft(layered("print('A' * 3000000)\n"));
      expect(much.ending.truncated).toBe(true);
      expect(much.ending.stdout.length).toBeLessThan(2_000_000);
    });
    test('A1.31 A1.32 A1.33 A1.35 return rules cut by code points, and word the message alone', async () => {
      const source = "print('😀😀😀{text}', end='')\n";
      const template = '{tool_id}:{return_code}:{output}';
      const ruled = await draft(layered(source, {}, { truncate: 2, template }), { text: '{x}' });
      expect(ruled.result.displayContent).toContain('layers:0:😀😀');
      expect(ruled.result.displayContent).not.toContain('😀😀😀');
      expect(ruled.result.llmContent).not.toContain('layers:0');
      const odd = await draft(layered(source, {}, { truncate: -1, template: 5 }), { text: '{x}' });
      expect(odd.result).toMatchObject({ success: true });
      expect(odd.result.llmContent).toContain('😀😀😀{x}');
    });
  });

  test('A0.7 A0.9 A0.11 A0.12 A0.14 A0.15 A0.19 A0.23 what a Python module declares', async () => {
    const source = `"""Rules of it."""
import json
from os.path import join

def one(a: int, b: int = 10) -> int:
    """Adds.

    Args:
        a (str): First.
        zzz: No parameter.
    """
    return a + b

async def two():
    """Two."""

def three():
    """Three."""
    def inner(): pass

five = lambda x: x
class Six: pass
one.executionPolicy = "ask-always"
two.resultApprovalPolicy = "always"
three.executionPolicy = "whenever"
`;
    const at = join(runner().workspace, 'tools/rules');
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'rules.py'), source);
    utimesSync(join(at, 'rules.py'), 1_700_000_000, 1_700_000_000);
    const unit = await listed('rules', {});
    expect(unit.tools.map(({ name, policies }) => [name, policies])).toEqual([
      ['one', { execution: 'ask-always', result: 'never' }],
      ['two', { execution: 'auto', result: 'always' }],
      ['three', { execution: 'ask-always', result: 'never' }],
    ]);
    expect(unit.tools[0]?.parameters).toMatchObject({
      required: ['a'],
      properties: { b: { default: 10 } },
    });
    expect(codes(unit).length).toBeGreaterThan(1);
    expect(unit.problems.map(({ message }) => message).join('\n')).toMatch(/zzz/);
    const cache = JSON.parse(readFileSync(join(at, 'rules.tool.json'), 'utf8'));
    expect(cache).toMatchObject({ rulePrompt: 'Rules of it.', lastModified: 1_700_000_000_000 });
  });

  describe('TypeScript modules', () => {
    const one = `{ name: 't', label: 'T', description: 'd', parameters: { type: 'object' }, execute: async () => ({ content: [{ type: 'text', text: 'ok' }] }) }`;
    test.each([`(${one})`, `[${one}]`, `Promise.resolve([${one}])`])(
      'A2.1 A2.3 a factory may give %s',
      async (given) => {
        const { result } = await module(`export default (pi) => ${given};`);
        expect(result.llmContent).toBe('ok');
      },
    );
    test('A2.2 a module without a function is refused', async () => {
      const body = { name: 'x', files: { 'index.ts': 'export default 5;' } };
      const answer = await runner().fetch('/api/modules/declare', { method: 'POST', body });
      expect(JSON.stringify(await answer.json())).toContain('must export a default function');
    });
    test('A2.5 A2.9 A2.12 A2.17 execute is given its arguments in order, and answers in two parts', async () => {
      const { result } = await module(
        factory(`const facts = [typeof toolCallId, typeof params, typeof onUpdate, typeof ctx.abort, signal.aborted, typeof pi.exec, typeof pi.pushPendingAction, pi.hasUI];
          return { content: [{ type: 'text', text: facts.join() }], details: { n: 1 } };`),
      );
      expect(result.llmContent).toBe(
        'string,object,function,function,false,function,function,false',
      );
      expect(result.metadata.details).toEqual({ n: 1 });
    });
    test('A2.14 A2.28 what is thrown is a failure; a renderer that breaks leaves the content', async () => {
      const thrown = await module(factory(`throw new Error('no such luck')`));
      expect(thrown.result).toMatchObject({
        success: false,
        llmContent: 'no such luck',
        metadata: { isError: true },
      });
      const drawn = await module(
        factory(
          `return { content: [{ type: 'text', text: 'plain' }] };`,
          `renderResult() { null.x }`,
        ),
      );
      expect(drawn.result).toMatchObject({
        success: true,
        llmContent: 'plain',
        displayContent: 'plain',
      });
    });
    test('A2.11 A3.7 partial results are heard while it runs', async () => {
      const source = factory(
        `onUpdate({ content: [{ type: 'text', text: 'half' }] }); return { content: [{ type: 'text', text: 'whole' }] };`,
      );
      const events = await runner().run({ folder: { 'index.ts': source }, arguments: {} });
      expect(events.map(({ event }) => event)).toEqual(['started', 'update', 'ended']);
    });
    test('A4.8 A4.9 A4.13 A4.14 createTool checks, puts defaults in and answers what was thrown', async () => {
      const facts = `kind: 'readonly', schema: z.object({ n: z.number().default(3), s: z.object({ a: z.string() }).optional() })`;
      const said = made(
        facts,
        `return { success: true, llmContent: String(params.n), displayContent: 'shown' }`,
      );
      expect((await module(said)).result).toMatchObject({
        llmContent: '3',
        displayContent: 'shown',
      });
      const wrong = await module(said, { n: 1, s: { a: 5 } });
      expect(wrong.result.error.type).toBe('validation_error');
      expect((await module(made(facts, `throw new Error('odd')`))).result).toMatchObject({
        ...{ success: false, llmContent: 'Tool execution failed: odd' },
        ...{ displayContent: '❌ 执行失败: odd' },
      });
      const { result: bare } = await module(made(facts, `throw 'no error'`));
      expect(bare).toMatchObject({
        ...{ success: false, displayContent: '❌ 执行失败: 未知错误' },
        error: { type: 'execution_error', message: '未知错误' },
      });
      const unit = await listed('made_plain', { 'index.ts': said });
      expect(unit.tools).toMatchObject([
        { name: 't', kind: 'readonly', parameters: { properties: { n: { default: 3 } } } },
      ]);
      expect(unit.tools[0]).not.toHaveProperty('displayName');
    });
    test('A3.1 A3.2 A3.6 A3.14 Tool.define at once and by init: title, output and details', async () => {
      const body = `description: 'd', parameters: z.object({ n: z.number().default(2) }), async execute({ n }) { return { title: 'T' + n, output: 'o' + n, metadata: { n } }; }`;
      const head = `name: 'T', category: 'custom', autoExecute: true`;
      for (const source of [`{ ${head}, ${body} }`, `{ ${head} }, async () => ({ ${body} })`]) {
        const { result } = await module(defined(source));
        expect(result).toMatchObject({
          success: true,
          llmContent: 'o2',
          displayContent: 'T2\n\no2',
        });
        expect(result.metadata.details).toMatchObject({ n: 2, title: 'T2' });
      }
    });
  });

  describe('built-in tools', () => {
    beforeAll(() => {
      mkdirSync(join(files(), 'deep/er'), { recursive: true });
      writeFileSync(join(files(), 'two.txt'), 'a\r\nb\n');
      writeFileSync(join(files(), 'long.txt'), 'x\n'.repeat(2500));
      writeFileSync(join(files(), 'deep/er/old.md'), '$(touch no) "; `x`\n');
      writeFileSync(join(files(), 'deep/er/new.md'), 'x\n');
      utimesSync(join(files(), 'deep/er/old.md'), 1, 1);
    });
    test('A4.15 A4.18 A4.19 Read counts lines as an editor does, and says what more there is', async () => {
      const two = await builtin('Read', { file_path: 'two.txt' });
      expect(two.result.llmContent).toBe('     1|a\n     2|b');
      const long = (await builtin('Read', { file_path: 'long.txt' })).result;
      expect(long.metadata).toMatchObject({ total_lines: 2500, lines_read: 2000, has_more: true });
      for (const wrong of [{ offset: -1 }, { limit: 0 }, { limit: 10_001 }])
        expect((await builtin('Read', { file_path: 'two.txt', ...wrong })).result.error.type).toBe(
          'validation_error',
        );
      const part = await builtin('Read', { file_path: 'long.txt', offset: 10, limit: 2 });
      expect(part.result.displayContent).toContain('行 11-12/2500');
    });
    test('A4.17 a missing file and a folder are told apart', async () => {
      const type = async (path: string) =>
        (await builtin('Read', { file_path: path })).result.error.type;
      expect([await type('none'), await type('deep')]).toEqual([
        'execution_error',
        'validation_error',
      ]);
    });
    test('A3.13 A4.26 Glob finds at every depth, the newest first', async () => {
      const { result } = await builtin('Glob', { pattern: '*.md' });
      expect(result.llmContent).toBe('deep/er/new.md\ndeep/er/old.md');
    });
    test('A4.28 a pattern of Grep reaches no shell', async () => {
      const { result } = await builtin('Grep', { pattern: '\\$\\(touch no\\) "; `x`' });
      expect(result.llmContent).toBe('deep/er/old.md:1:$(touch no) "; `x`');
    });
    test('A4.29 A4.32 A4.33 Bash puts streams together, and words exit codes and timeouts', async () => {
      const bash = async (command: string, more: object = {}) =>
        (await builtin('Bash', { command, ...more })).result;
      expect((await bash('cat two.txt')).llmContent).toBe('a\r\nb');
      expect((await bash('true')).llmContent).toBe('(no output)');
      const failed = await bash('cat two.txt none.txt');
      expect(failed).toMatchObject({ success: false, error: { type: 'execution_error' } });
      expect(failed.llmContent).toMatch(/none\.txt/);
      expect((await bash('pwd', { working_directory: 'deep' })).llmContent).toBe(
        join(files(), 'deep'),
      );
      expect((await bash('pwd', { timeout: 600_001 })).error.type).toBe('validation_error');
    });
    test.each([
      'rm -fr /',
      'rm -r -f /',
      'rm -rf "/"',
      'mkfs -t ext4 /dev/sda',
      'dd of=/dev/sda if=x',
    ])('A4.31 %s is refused', async (command) => {
      const { result } = await builtin('Bash', { command });
      expect(result.error.type).toBe('permission_error');
      expect(result.displayContent).toBe('❌ 检测到危险命令,已阻止执行');
    });
  });
});
