import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import type { ServerEvent } from '../fixtures/start-runner.ts';

const MB = 1024 * 1024;
const text = { type: 'object', properties: { text: { type: 'string' }, items: { type: 'array' } } };
const definition = (id = 'big', parameters: object = text) =>
  JSON.stringify({ id, description: 'Says how long a text is', parameters });
const folder = (source: string, id?: string, parameters?: object) => ({
  'definition.json': definition(id, parameters),
  'execution.py': source,
});
const module = `import { createTool } from 'lathe';
import { z } from 'zod';
export const big = createTool({ name: 'big_ts', kind: 'readonly', category: 'custom',
  description: { short: 'Says how long a text is' },
  schema: z.object({ text: z.string().optional(), items: z.array(z.any()).optional() }),
  execute: async ({ text, items }) => ({ success: true, displayContent: 'ok',
    llmContent: (text ?? '').length + ' ' + (items ?? []).length }) });
`;
/** What a reader looks through again and again: each brace is nobody's partner. */
const tangled = '{"a" '.repeat(20_000);
const long = `# ${'x'.repeat(5 * MB)}\n`;
const manyValues = {
  type: 'object',
  properties: { a: { enum: Array.from({ length: 60_000 }, (_, n) => n) } },
};

/** Folders that nobody reads, the problem that says why, and what of it the message names. */
const unread: [string, Record<string, string>, string, RegExp][] = [
  ['a script of 5 MB', folder(long), 'file-too-large', /"execution\.py" is 5\.1 MB; .* up to 1 MB/],
  [
    'an enum of 60,000',
    folder('print(1)', 'big', manyValues),
    'json-too-large',
    /"definition\.json".* 50000/,
  ],
  ['a module of 5 MB', { 'big.py': long }, 'file-too-large', /"big\.py" is 5\.1 MB/],
  ['a bash module of 5 MB', { 'big.sh': long }, 'file-too-large', /"big\.sh" is 5\.1 MB/],
];

onBothEngines('Stalls', (runner) => {
  beforeAll(() => runner().ready('python'));

  const last = (events: ServerEvent[]) => events.at(-1)?.data;
  const put = (id: string, files: object) =>
    runner().fetch(`/api/tools/${id}`, {
      ...{ method: 'PUT', headers: { 'If-None-Match': '*' }, body: { files } },
    });
  const problemsOf = async (id: string) => {
    const { tools } = await (await runner().fetch(`/api/tools?ids=${id}`)).json();
    return tools[0].problems as { code: string; message: string }[];
  };
  const json: Record<string, string> = { Accept: 'application/json' };
  const post = (path: string, body: object, headers = json) =>
    runner().fetch(path, { method: 'POST', headers, body });
  const health = async () => expect((await runner().fetch('/api/health')).status).toBe(200);

  describe.each(unread)(
    'L1 promise 10: %s names its size and the limit',
    (_, files, code, says) => {
      const isSaved = code !== 'file-too-large';

      test('where it is saved', async () => {
        const answer = await put('big_put', files);
        expect(answer.status).toBe(isSaved ? 201 : 422);
        if (!isSaved)
          expect((await answer.json()).error).toMatchObject({
            code,
            message: expect.stringMatching(says),
          });
        if (isSaved) await runner().fetch('/api/tools/big_put', { method: 'DELETE' });
      });

      test('where it is imported', async () => {
        const answer = await runner().fetch('/api/import', {
          method: 'POST',
          body: { files, name: 'big_import' },
        });
        expect(answer.status).toBe(isSaved ? 201 : 422);
        if (!isSaved)
          expect((await answer.json()).error).toMatchObject({
            code,
            message: expect.stringMatching(says),
          });
      });

      test('where it is run unsaved', async () => {
        const answer = await runner().fetch('/api/runs', {
          method: 'POST',
          body: { folder: files, arguments: {} },
        });
        expect(answer.status).toBe(422);
        expect((await answer.json()).error).toMatchObject({
          code,
          message: expect.stringMatching(says),
        });
      });

      test('where another program wrote it', async () => {
        const id = `written_${unread.findIndex((row) => row[1] === files)}`;
        mkdirSync(join(runner().workspace, 'tools', id), { recursive: true });
        for (const [name, content] of Object.entries(files))
          writeFileSync(join(runner().workspace, 'tools', id, name), content);
        const found = await problemsOf(id);
        expect(found).toContainEqual(
          expect.objectContaining({ code, message: expect.stringMatching(says) }),
        );
      });
    },
  );

  test('L2 promise 10: a text that is read without end holds up nobody, and is stopped at its limit', async () => {
    const order: string[] = [];
    const run = runner().fetch('/api/runs', {
      method: 'POST',
      body: { folder: folder(tangled), arguments: {} },
    });
    const read = run.then(async (answer) => {
      order.push('read');
      return { status: answer.status, error: (await answer.json()).error };
    });
    await health().then(() => order.push('health'));
    const calc = { toolId: 'calc', arguments: { a: 1, op: '+', b: 2 } };
    expect(last(await runner().run(calc)).result.llmContent).toBe('3\n');
    order.push('calc');
    const { status, error } = await read;
    expect(order).toEqual(['health', 'calc', 'read']);
    expect(status).toBe(422);
    expect(error.code).toBe('reading-too-slow');
    expect(error.message).toMatch(/longer than 10 s.*"execution\.py"/);
  });

  const sizes: [string, { text?: string; items?: object[] }][] = [
    ['4 MB', { text: 'x'.repeat(4 * MB) }],
    ['15 MB', { text: 'x'.repeat(15 * MB) }],
    [
      '10,000 objects',
      { items: Array.from({ length: 10_000 }, (_, n) => ({ n, name: `name ${n}` })) },
    ],
  ];
  const kinds: [string, string, Record<string, string>][] = [
    ['a Python template', 'big_py', folder("print(len('{text}'), len({items} or []))", 'big_py')],
    [
      'bash',
      'big_sh',
      { 'definition.json': definition('big_sh'), 'execution.sh': 'printf %s "$(wc -c)"\n' },
    ],
    ['a TypeScript module', 'big_ts', { 'index.ts': module }],
  ];
  /** What a tool of each kind says of arguments that it got whole. */
  const saidOf = (id: string, args: (typeof sizes)[number][1]) =>
    id === 'big_sh'
      ? `${JSON.stringify(args).length}`
      : `${args.text?.length ?? 0} ${args.items?.length ?? 0}${id === 'big_py' ? '\n' : ''}`;
  /** The answer of a slow machine: which limit was met, and its size. */
  const limitMet = /took longer than \d+ ms, the limit for that|stopped at its limit of 30000 ms/;
  const expectSaid = (llm: string, said: string) =>
    llm === said ? undefined : expect(llm).toMatch(limitMet);

  describe.each(kinds)('L3 promise 10: %s takes', (_, id, files) => {
    beforeAll(async () => expect((await put(id, files)).status).toBe(201));

    test.each(sizes)(
      'arguments of %s, or names the limit that they met',
      async (_size, args) => {
        const answer = await post('/api/runs', { toolId: id, arguments: args });
        expect(answer.status).toBe(200);
        expectSaid((await answer.json()).result.llmContent, saidOf(id, args));
        const params = { name: id, arguments: args };
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
        const accept = 'application/json, text/event-stream';
        const told = await post('/mcp', call, {
          Accept: accept,
          'MCP-Protocol-Version': '2025-11-25',
        });
        const [, json = ''] = /(\{.*\})/.exec(await told.text()) ?? [];
        expectSaid(JSON.parse(json).result.content[0].text, saidOf(id, args));
      },
      120_000,
    );
  });

  test.each([1_000, 100_000])(
    'L3 promise 10: a template of %i placeholders runs, or names the limit that it met',
    async (count) => {
      const files = folder(`${'{text}\n'.repeat(count)}print(1)`);
      const answer = await post('/api/runs', { folder: files, arguments: { text: 'a' } });
      const { success, result, error } = await answer.json();
      if (success) expect(result.llmContent).toBe('1\n');
      else {
        expect(error).toMatchObject({ type: 'timeout_error' });
        expect(error.message).toBe(
          'Filling the template took longer than 10000 ms, the limit for that',
        );
        expect(result.displayContent).toContain('10000 ms');
      }
    },
    60_000,
  );

  test('L1 promise 10: 400,000 objects are refused by their number before anybody looks at them', async () => {
    const items = Array.from({ length: 400_000 }, (_, n) => ({ n }));
    const body = { folder: folder('print({items})'), arguments: { items } };
    for (const path of ['/api/runs', '/mcp']) {
      const answer = await post(path, body);
      expect(answer.status).toBe(413);
      const { error } = await answer.json();
      expect(error).toMatchObject({ code: 'too-many-values' });
      expect(error.message).toBe('The body has more than 200000 values');
    }
  });
});
