import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ToolSummary } from '../../../shared/protocol/tools.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { As } from '../fixtures/start-runner.ts';

/** A module of tools that are made by an `init`; `body` tells its description, its schema and its output. */
const lazy = (name: string, before: string, body: string) =>
  `export const ${name} = Tool.define('${name}', { name: '${name}', category: 'custom', autoExecute: true }, async (ctx) => {
  ${before}
  return { ${body} };
});\n`;
const answers = (output: string) => `async execute() {
    return { title: 't', output: String(${output}), metadata: {} };
  }`;
const head = `import { createTool, Tool, ToolErrorType } from 'lathe';\nimport { z } from 'zod';\n`;

onBothEngines('Tools of createTool and Tool.define', (runner) => {
  const put = (id: string, source: string) => {
    const folder = join(runner().workspace, 'tools', id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.ts'), head + source);
  };
  const remove = (id: string) =>
    rmSync(join(runner().workspace, 'tools', id), { recursive: true, force: true });
  const listed = async (id: string, as: As = 'admin'): Promise<ToolSummary> => {
    const { tools } = await (await runner().fetch(`/api/tools?ids=${id}`, { as })).json();
    return tools[0];
  };
  const run = async (body: object, as: As = 'admin') =>
    (await runner().run({ arguments: {}, ...body }, as)).at(-1)?.data;
  const said = async (body: object): Promise<string> => (await run(body)).result.llmContent;
  const declared = async (name: string) => {
    const path = '/api/declarations?provider=anthropic';
    const { declarations } = await (await runner().fetch(path)).json();
    return declarations.find((one: { name: string }) => one.name === name);
  };

  describe('a tool that is made when it is first wanted', () => {
    test('A3.3 stands only in the list that waits for it, and is made once', async () => {
      const before = `made += 1; await new Promise((go) => setTimeout(go, 3000));`;
      const body = `description: 'Made ' + made, parameters: z.object({ what: z.string() }), ${answers('made')}`;
      put('slow', `let made = 0;\n${lazy('slow', before, body)}`);
      // A page is told later, so that it need not wait.
      expect((await listed('slow', 'page')).tools).toEqual([]);
      const unit = await listed('slow');
      expect(unit.tools).toMatchObject([
        { name: 'slow', description: 'Made 1', parameters: { required: ['what'] } },
      ]);
      const call = { toolId: 'slow', arguments: { what: 'x' } };
      expect([await said(call), await said(call)]).toEqual(['1', '1']);
      expect((await listed('slow', 'page')).tools).toHaveLength(1);
      remove('slow');
    });

    test('A3.4 asked at once by several it is made once', async () => {
      const body = `description: 'd', parameters: z.object({}), ${answers("nth + ' of ' + made")}`;
      const before = `made += 1; const nth = made; await new Promise((go) => setTimeout(go, 200));`;
      const source = `${head}let made = 0;\n${lazy('busy', before, body)}`;
      const call = { folder: { 'index.ts': source }, toolId: 'busy' };
      expect(await Promise.all([said(call), said(call), said(call)])).toEqual(
        Array.from({ length: 3 }, () => '1 of 1'),
      );
    });

    test('A3.4 it is made again where the next call works elsewhere', async () => {
      const body = `description: 'd', parameters: z.object({}), ${answers("made + ' ' + ctx.workingDirectory")}`;
      const source = `${head}let made = 0;\n${lazy('there', 'made += 1;', body)}`;
      const files = join(runner().workspace, 'files');
      mkdirSync(join(files, 'sub'), { recursive: true });
      const call = (cwd?: string) =>
        said({ folder: { 'index.ts': source }, toolId: 'there', context: { cwd } });
      expect(await call()).toBe(`1 ${files}`);
      expect(await call(join(files, 'sub'))).toBe(`2 ${join(files, 'sub')}`);
      expect(await call(join(files, 'sub'))).toBe(`2 ${join(files, 'sub')}`);
    });

    test('A3.4 a failure is its own calls’ alone, and the next call tries again', async () => {
      const ok = `description: 'd', parameters: z.object({}), ${answers("'ok'")}`;
      put(
        'failing',
        [
          'let tries = 0;',
          lazy('bad', `throw new Error('no such folder');`, ok),
          lazy('again', `tries += 1; if (tries === 1) throw new Error('not yet');`, ok),
          lazy('good', '', ok),
        ].join('\n'),
      );
      const unit = await listed('failing');
      expect(unit.tools.map(({ name }) => name)).toEqual(['again', 'bad', 'good']);
      const words = unit.problems.map(({ message }) => message);
      expect(words).toContain('Tool "bad" could not be initialized: no such folder');
      expect(await said({ toolId: 'failing', tool: 'good' })).toBe('ok');
      expect(await said({ toolId: 'failing', tool: 'again' })).toBe('ok');
      const { result } = await run({ toolId: 'failing', tool: 'bad' });
      expect(result).toMatchObject({ success: false, error: { type: 'execution_error' } });
      expect(result.llmContent).toBe('Tool "bad" could not be initialized: no such folder');
      remove('failing');
    });

    test('A3.3 A3.4 without skills there is no empty choice, and with other skills another one', async () => {
      const body = `description: 'd', parameters: z.object({ skill: z.enum((ctx?.skills ?? []).map(({ name }) => name)) }), ${answers("'ok'")}`;
      put('choice', lazy('choice', '', body));
      const unit = await listed('choice');
      expect(unit.tools[0]?.parameters).toMatchObject({ required: ['skill'] });
      expect(JSON.stringify(unit.tools[0]?.parameters)).not.toContain('enum');
      expect(unit.problems.length).toBeGreaterThan(0);
      remove('choice');

      const choice = async () => (await declared('Skill')).input_schema.properties.skill;
      expect(await choice()).not.toHaveProperty('enum');
      const skill = join(runner().workspace, 'skills/knots');
      mkdirSync(skill, { recursive: true });
      writeFileSync(join(skill, 'SKILL.md'), '---\nname: knots\ndescription: Ties\n---\nTie.\n');
      expect((await choice()).enum).toEqual(['knots']);
      rmSync(skill, { recursive: true });
      expect(await choice()).not.toHaveProperty('enum');
    });
  });

  const full = `export const full = createTool({ name: 'full', displayName: 'Full One', kind: 'write', isReadOnly: true,
    version: '2.1.0', strict: true, isConcurrencySafe: false, category: 'letters', tags: ['a', 'b'],
    schema: z.object({ n: z.number() }),
    description: { short: 'Short.', long: 'Long.', usageNotes: ['One', 'Two'], important: ['Mind'],
      examples: [{ description: 'Three', params: { n: 3 } }] },
    execute: async ({ n }) => ({ success: true, llmContent: String(n), displayContent: 'n ' + n }) });\n`;
  const bare = `export const bare = createTool({ name: 'bare', kind: 'write', schema: z.object({}),
    description: { short: 'Short.', usageNotes: [], important: [] },
    execute: async () => ({ success: true, llmContent: '', displayContent: '' }) });\n`;

  test('A4.2 A4.3 parts of a description are one text for the model, and none stands for an empty one', async () => {
    put('parts', full + bare);
    expect((await declared('full')).description).toBe(
      'Short.\nLong.\n\nUsage notes:\n- One\n- Two\n\nIMPORTANT:\n- Mind',
    );
    expect((await declared('bare')).description).toBe('Short.');
    const { tools } = await listed('parts');
    const [example] = tools.find(({ name }) => name === 'full')?.examples ?? [];
    expect(example).toEqual({ description: 'Three', params: { n: 3 } });
    expect(await said({ toolId: 'parts', tool: 'full', arguments: example?.params })).toBe('3');
    remove('parts');
  });

  test('A4.2 each built-in tool shows how it is meant, in arguments that it takes', async () => {
    const names = ['Read', 'Edit', 'Write', 'Glob', 'Grep', 'Bash'];
    for (const name of names) {
      const { description } = await declared(name);
      expect(description).toMatch(/^.+\n.+\n\nUsage notes:\n- /);
      const folder = await (await runner().fetch(`/api/tools/builtin:${name}`)).json();
      const samples = JSON.parse(folder.files['samples.json']);
      expect(samples.length).toBeGreaterThan(0);
      for (const sample of samples) {
        const { result } = await run({ tool: name, arguments: sample.arguments });
        expect(result.error?.type ?? 'none', `${name} ${sample.name}`).not.toBe('validation_error');
      }
    }
  });

  test('A4.7 a tool has the guide’s members, and those that are as usual are left out', async () => {
    put('members', full + bare);
    const { tools } = await listed('members');
    expect(tools.find(({ name }) => name === 'full')).toEqual({
      ...{ name: 'full', displayName: 'Full One', kind: 'write', isReadOnly: true },
      category: 'letters',
      ...{ tags: ['a', 'b'], version: '2.1.0', strict: true, isConcurrencySafe: false },
      description: expect.stringContaining('Short.'),
      examples: [{ description: 'Three', params: { n: 3 } }],
      parameters: expect.objectContaining({ required: ['n'] }),
      policies: expect.any(Object),
    });
    const plain = tools.find(({ name }) => name === 'bare');
    for (const member of ['displayName', 'tags', 'version', 'strict', 'isConcurrencySafe'])
      expect(plain).not.toHaveProperty(member);
    remove('members');
    const [bash] = (await listed('builtin:Bash')).tools;
    expect(bash).toMatchObject({ name: 'Bash', kind: 'execute', isConcurrencySafe: false });
    const [read] = (await listed('builtin:Read')).tools;
    expect(read).not.toHaveProperty('isConcurrencySafe');
  });

  test.each(['z.string()', 'z.array(z.string())', 'z.union([z.string(), z.number()])'])(
    'A4.10 a schema that is %s takes no parameters, and that is pointed out',
    async (schema) => {
      const source = `export const odd = createTool({ name: 'odd', kind: 'readonly', schema: ${schema},
        description: { short: 'd' }, execute: async () => ({ success: true, llmContent: '', displayContent: '' }) });\n`;
      put('odd', source);
      const { tools, problems } = await listed('odd');
      remove('odd');
      expect(tools[0]?.parameters).toEqual({ type: 'object', properties: {} });
      expect(problems.map(({ message }) => message).join('\n')).toContain(
        'The schema of "odd" is not an object',
      );
    },
  );

  const both = ({ llmContent, displayContent }: ToolResult) => {
    expect(llmContent.trim()).not.toBe('');
    expect(displayContent.trim()).not.toBe('');
    expect(displayContent).toMatch(/^[❌✅⚠]|^shown/u);
  };

  test.each(['VALIDATION', 'EXECUTION', 'PERMISSION', 'TIMEOUT', 'UNKNOWN'])(
    'A4.4 A4.5 a tool’s own %s_ERROR reaches the caller with its details, beside both contents',
    async (type) => {
      const source = `${head}export const t = createTool({ name: 't', kind: 'readonly', schema: z.object({}), description: { short: 'd' },
        execute: async () => ({ success: false, llmContent: 'for the model', displayContent: 'shown',
          error: { type: ToolErrorType.${type}_ERROR, message: 'why', details: { at: 3 } } }) });`;
      const { result } = await run({ folder: { 'index.ts': source } });
      expect(result).toMatchObject({
        ...{ success: false, llmContent: 'for the model', displayContent: 'shown' },
        error: { type: `${type.toLowerCase()}_error`, message: 'why', details: { at: 3 } },
      });
    },
  );

  const module = (execute: string, schema = 'z.object({})') => ({
    'index.ts': `${head}export const t = createTool({ name: 't', kind: 'readonly', schema: ${schema}, description: { short: 'd' },
      execute: async () => { ${execute} } });`,
  });
  test.each<[string, string | undefined, object]>([
    ['a success', undefined, { tool: 'Glob', arguments: { pattern: '*.nothing' } }],
    ['arguments that do not fit', 'validation_error', { tool: 'Read', arguments: {} }],
    [
      'arguments that the schema’s own check refuses',
      'validation_error',
      { folder: module('', `z.object({}).refine(() => false, 'never')`) },
    ],
    ['a missing file', 'execution_error', { tool: 'Read', arguments: { file_path: 'none' } }],
    ['what is thrown', 'execution_error', { folder: module(`throw new Error('odd')`) }],
    ['a refused call', 'permission_error', { tool: 'Bash', arguments: { command: 'sudo ls' } }],
    [
      'one that takes too long',
      'timeout_error',
      { folder: shellFolder('while true; do :; done', { timeout: 1 }) },
    ],
    ['a sandbox that breaks', 'unknown_error', { folder: module('Deno.exit(3)') }],
  ])('A4.4 A4.5 %s has the error type %s and both contents', async (_, type, body) => {
    const { result } = await run(body);
    expect([result.success, result.error?.type]).toEqual([type === undefined, type]);
    both(result);
  });
});
