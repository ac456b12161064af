import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import type { ServerEvent } from '../fixtures/start-runner.ts';

const MB = 1024 * 1024;
const text = { type: 'object', properties: { text: { type: 'string' }, items: { type: 'array' } } };
const definition = (parameters: object = text) =>
  JSON.stringify({ id: 'big', description: 'Says how long a text is', parameters });
const folder = (source: string, parameters?: object) => ({
  'definition.json': definition(parameters),
  'execution.py': source,
});
/** What a reader looks through again and again: each brace is nobody's partner. */
const tangled = '{"a" '.repeat(20_000);
const long = `# ${'x'.repeat(5 * MB)}\n`;
const manyValues = { type: 'object', properties: { a: { enum: Array.from({ length: 60_000 }, (_, n) => n) } } };

/** Folders that nobody reads, the problem that says why, and what of it the message names. */
const unread: [string, Record<string, string>, string, RegExp][] = [
  ['a script of 5 MB', folder(long), 'file-too-large', /"execution\.py" is 5\.1 MB; .* up to 1 MB/],
  ['an enum of 60,000', folder('print(1)', manyValues), 'json-too-large', /"definition\.json".* 50000/],
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
  const health = async () => expect((await runner().fetch('/api/health')).status).toBe(200);

  describe.each(unread)('promise 10: %s names its size and the limit', (_, files, code, says) => {
    const isSaved = code !== 'file-too-large';

    test('where it is saved', async () => {
      const answer = await put('big_put', files);
      expect(answer.status).toBe(isSaved ? 201 : 422);
      if (!isSaved) expect((await answer.json()).error).toMatchObject({ code, message: expect.stringMatching(says) });
      if (isSaved) await runner().fetch('/api/tools/big_put', { method: 'DELETE' });
    });

    test('where it is imported', async () => {
      const answer = await runner().fetch('/api/import', { method: 'POST', body: { files, name: 'big_import' } });
      expect(answer.status).toBe(isSaved ? 201 : 422);
      if (!isSaved) expect((await answer.json()).error).toMatchObject({ code, message: expect.stringMatching(says) });
    });

    test('where it is run unsaved', async () => {
      const answer = await runner().fetch('/api/runs', { method: 'POST', body: { folder: files, arguments: {} } });
      expect(answer.status).toBe(422);
      expect((await answer.json()).error).toMatchObject({ code, message: expect.stringMatching(says) });
    });

    test('where another program wrote it', async () => {
      const id = `big_${code.replaceAll('-', '_')}_${Object.keys(files).length}`;
      mkdirSync(join(runner().workspace, 'tools', id), { recursive: true });
      for (const [name, content] of Object.entries(files))
        writeFileSync(join(runner().workspace, 'tools', id, name), content);
      const found = await problemsOf(id);
      expect(found).toContainEqual(expect.objectContaining({ code, message: expect.stringMatching(says) }));
    });
  });

  test('promise 10: a text that is read without end holds up nobody, and is stopped at its limit', async () => {
    const order: string[] = [];
    const run = runner().fetch('/api/runs', { method: 'POST', body: { folder: folder(tangled), arguments: {} } });
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

  const sizes: [string, object][] = [
    ['4 MB', { text: 'x'.repeat(4 * MB) }],
    ['15 MB', { text: 'x'.repeat(15 * MB) }],
    ['10,000 objects', { items: Array.from({ length: 10_000 }, (_, n) => ({ n, name: `name ${n}` })) }],
  ];
  const kinds: [string, Record<string, string>][] = [
    ['a Python template', folder("print(len('{text}'), len({items} or []))")],
    ['bash', { 'definition.json': definition(), 'execution.sh': 'wc -c\n' }],
    ['a TypeScript module', { 'index.ts': `import { createTool } from 'lathe';
import { z } from 'zod';
export const big = createTool({ name: 'big_ts', kind: 'readonly', category: 'custom', description: { short: 'Says how long' },
  schema: z.object({ text: z.string().optional(), items: z.array(z.any()).optional() }),
  execute: async ({ text, items }) => ({ success: true, llmContent: (text ?? '').length + ' ' + (items ?? []).length, displayContent: 'ok' }) });
` }],
  ];
  describe.each(kinds)('promise 10: %s takes', (kind, files) => {
    test.each(sizes)('arguments of %s, or says which limit they met', async (size, args) => {
      const began = Date.now();
      const answer = await runner().fetch('/api/runs', { method: 'POST', headers: { Accept: 'application/json' }, body: { folder: files, arguments: args } });
      const body = await answer.json();
      console.log(kind, size, answer.status, Date.now() - began, JSON.stringify(body).slice(0, 400));
    });
  });

  test('placeholders', async () => {
    for (const n of [1000, 10_000, 50_000, 100_000]) {
      const began = Date.now();
      const answer = await runner().fetch('/api/runs', { method: 'POST', headers: { Accept: 'application/json' }, body: { folder: folder('{text}\n'.repeat(n) + 'print(1)'), arguments: { text: 'a' } } });
      console.log(n, Date.now() - began, JSON.stringify(await answer.json()).slice(0, 400));
    }
  });

  test('a connection that sends no headers, or half of them, is closed', async () => {
    const closed = ['', 'GET /api/health HTTP/1.1\r\nHost: x\r\n'].map(
      (sent) =>
        new Promise<string>((settle, fail) => {
          const socket = connect(runner().port, '127.0.0.1', () => socket.write(sent));
          let heard = '';
          socket.on('data', (bytes) => (heard += bytes));
          socket.on('error', fail);
          socket.on('close', () => settle(heard));
        }),
    );
    for (const heard of await Promise.all(closed)) expect(heard).toMatch(/^HTTP\/1\.1 408 /);
  });
});
