import { describe, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';

const head = `import { createTool, Tool, ToolKind } from 'lathe';\nimport { z } from 'zod';\n`;
const old = head.replace(`'zod'`, `'zod/v3'`);
const said = `({ success: true, llmContent: 'ran', displayContent: 'ran' })`;

/** A tool of `createTool` whose schema has the fields that are given. */
const created = (fields: string, more = '') =>
  `export const tool = createTool({ name: 'own', kind: ToolKind.Write, description: { short: 'd' },
    schema: z.object({ ${fields} })${more}, extractSignatureContent: (params) => params.to.toUpperCase(),
    execute: async () => ${said} });`;
/** One of `Tool.define`, at once or made when it is wanted. */
const defined = (body: string, isLazy = false) => {
  const rest = `description: 'd', parameters: z.object({ n: z.number(), to: z.string() }), ${body}
    async execute() { return { title: 't', output: 'ran', metadata: {} }; }`;
  const facts = `name: 'Own', category: 'custom'`;
  return `export const tool = Tool.define('own', ${isLazy ? `{ ${facts} }, async () => ({ ${rest} })` : `{ ${facts}, ${rest} }`});`;
};
const formats = `formatValidationError(error) { return error.issues.length + ' wrong: ' + error.issues.map((one) => one.path.join('/')).join(); },`;

/** What a module's own object says of itself: the members of the guide, as JSON. */
const shapes = `${head}
let runs = 0;
const inner = createTool({ name: 'inner', kind: ToolKind.ReadOnly, description: { short: 'Says it', important: ['Loud'] },
  schema: z.object({ text: z.string(), times: z.number().optional() }),
  async execute() { runs += 1; return ${said}; } });
export const outer = createTool({ name: 'outer', kind: ToolKind.ReadOnly, description: { short: 'd' }, schema: z.object({}),
  async execute(params, context) {
    const built = inner.build({ text: 'x' });
    const text = JSON.stringify({ built, runs, declared: inner.getFunctionDeclaration(), session: context.sessionId,
      cwd: context.cwd, signal: [context.signal instanceof AbortSignal, context.signal.aborted] });
    return { success: true, llmContent: text, displayContent: text };
  } });`;

onBothEngines('What a tool’s own code says before it runs', (runner) => {
  /** The end of a call, and how often it was asked for; every question is allowed. */
  const call = async (source: string, body: object) => {
    let asked = 0;
    const folder = { 'index.ts': source };
    const events = await runner().run({ folder, ...body }, 'page', async ({ event, data }) => {
      if (event !== 'approval') return;
      asked += 1;
      const path = `/api/runs/${data.approval.runId}/decision`;
      const decision = { id: data.approval.id, answer: 'allow', scope: 'once' };
      await runner().fetch(path, { as: 'page', method: 'POST', body: decision });
    });
    return { ...events.at(-1)?.data, asked };
  };

  describe('arguments that do not fit are refused in its author’s words', () => {
    const own = `to: z.string().min(1, 'Say where to'), n: z.number().optional()`;
    test.each([
      ['a message of zod 4', head + created(own), { to: '' }, 'to: Say where to'],
      ['a message of zod 3', old + created(own), { to: '' }, 'to: Say where to'],
      [
        'a message further in',
        head +
          created(`to: z.string(), list: z.array(z.object({ a: z.int({ error: 'No half' }) }))`),
        { to: 'x', list: [{ a: 1.5 }] },
        'list.0.a: No half',
      ],
      [
        'what zod 3 takes for a wrong type',
        old + created(`to: z.string(), n: z.number({ invalid_type_error: 'Give a number' })`),
        { to: 'x', n: 'y' },
        'n: Give a number',
      ],
      ['formatValidationError', head + defined(formats), { n: 'x' }, '2 wrong: n,to'],
      ['formatValidationError of a lazy tool', head + defined(formats, true), {}, '2 wrong: n,to'],
    ])('A3.14 A4.12 %s', async (_, source, args, message) => {
      const { result, ending, asked } = await call(source, { arguments: args });
      expect(result.error).toMatchObject({ type: 'validation_error', message });
      expect(result.llmContent).toContain(`Parameter validation failed: ${message}\n- `);
      expect(result.displayContent).toContain(message);
      // What stands in the list is the schema's, for models that need more than the author says.
      expect(result.llmContent).toContain('Correct the arguments and call again.');
      expect(result.error.details.length).toBeGreaterThan(0);
      expect([ending.exitCode, asked]).toEqual([2, 0]);
    });

    test('A4.12 a tool whose author words nothing is refused in the usual words', async () => {
      for (const source of [head + created('to: z.string()'), head + defined('')]) {
        const { result } = await call(source, { arguments: { n: 1, to: 5 } });
        expect(result.error.message).toMatch(/^to: Expected a \w+, got 5$/);
      }
    });

    test('A3.14 words that break leave the usual ones', async () => {
      const source = head + defined(`formatValidationError() { throw new Error('odd'); },`);
      const { result } = await call(source, { arguments: { n: 1, to: 5 } });
      expect(result.error.message).toMatch(/^to: Expected a \w+, got 5$/);
    });
  });

  test.each([
    [
      'comments and settings of the shell',
      '#!/bin/bash\n# Cleans up.\nset -euo pipefail\n\ntouch made\n',
      'Execute: touch made',
    ],
    ['functions', '# Helps\nhelp() { :; }\nhelp; touch made\n', 'Execute: shell'],
  ])(
    'a question about a script that begins with %s is titled by what it does',
    async (_, script, title) => {
      const titles: string[] = [];
      const body = { folder: shellFolder(script), arguments: {} };
      await runner().run(body, 'page', async ({ event, data }) => {
        if (event !== 'approval') return;
        titles.push(data.approval.title);
        const decision = { id: data.approval.id, answer: 'deny', scope: 'once' };
        const path = `/api/runs/${data.approval.runId}/decision`;
        await runner().fetch(path, { as: 'page', method: 'POST', body: decision });
      });
      expect(titles).toEqual([title]);
    },
  );

  test('A4.6 A4.11 context, declaration and invocation have the guide’s fields; to build runs nothing', async () => {
    const { result } = await call(shapes, {
      toolId: 'm',
      tool: 'outer',
      arguments: {},
      context: { sessionId: 's-1' },
    });
    const seen = JSON.parse(result.llmContent);
    expect(seen).toEqual({
      built: { toolName: 'inner', params: { text: 'x' } },
      runs: 0,
      declared: {
        name: 'inner',
        description: 'Says it\n\nIMPORTANT:\n- Loud',
        parameters: {
          type: 'object',
          properties: { text: { type: 'string' }, times: { type: 'number' } },
          required: ['text'],
        },
      },
      ...{ session: 's-1', cwd: expect.stringContaining('/files'), signal: [true, false] },
    });
  });
});
