import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

const BIG = '9007199254740993';
const layered = (source: string, properties: string, more = '', id = 'n') => ({
  'definition.json': `{"id": "${id}", "description": "Says its number", "parameters": {"type": "object",
    "properties": ${properties}}${more}}`,
  'execution.py': source,
});
const any = '{"n": {"description": "Any"}}';
const shown = layered('n = {n}\nprint(type(n).__name__, repr(n))\n', any);

onBothEngines('Numbers are exact or refused', (runner) => {
  /** The text of the answer, as it came. */
  const asked = async (path: string, body?: string, method = body ? 'POST' : 'GET') =>
    (await runner().fetch(path, { method, ...(body ? { body } : {}), as: 'admin' })).text();
  const run = async (folder: object, args: string) => {
    const body = `{"folder": ${JSON.stringify(folder)}, "arguments": ${args}}`;
    const text = await asked('/api/runs', body);
    const [, last = '{}'] = /event: ended\ndata: (.*)\n\n$/.exec(text) ?? [];
    return { text, last, ...JSON.parse(last) };
  };
  beforeAll(() => runner().ready('python'));

  describe('a template gets each number as it was written', () => {
    test.each([
      [BIG, `int ${BIG}`],
      [`-${BIG}`, `int -${BIG}`],
      ['123456789012345678901234567890', 'int 123456789012345678901234567890'],
      ['3', 'int 3'],
      ['3.0', 'float 3.0'],
      ['1E2', 'float 100.0'],
      ['-0.0', 'float -0.0'],
      ['0.1', 'float 0.1'],
      [`[{"deep": ${BIG}}]`, `list [{'deep': ${BIG}}]`],
    ])('%s', async (text, said) => {
      const { result } = await run(shown, `{"n": ${text}}`);
      expect(result.llmContent.trim()).toBe(said);
    });

    test.each([
      ['raw, in code', 'n = {n}\nprint(n)', '"template": "raw"'],
      ['raw, in a string', "print('{n}')", '"template": "raw"'],
      ['bound, in a string', "print('{n}')", '"x": 1'],
    ])('%s', async (_, source, more) => {
      const { result } = await run(layered(source, any, `, ${more}`), `{"n": ${BIG}}`);
      expect(result.llmContent.trim()).toBe(BIG);
    });
  });

  test.each([
    [
      '1e400',
      '1e400',
      /n: 1e400 cannot be given exactly: Python's float would make of it Infinity/,
    ],
    ['a float beyond 2^53', '9007199254740993.0', /n: 9007199254740993\.0 cannot be given exactly/],
    [
      'too many digits',
      '3.14159265358979323846',
      /n: 3\.14159265358979323846 .* 3\.141592653589793/,
    ],
    [
      'an endless integer',
      '9'.repeat(5000),
      /Python cannot read an integer of more than 4300 digits/,
    ],
  ])('Python is refused what it does not hold: %s', async (_, text, message) => {
    const { result } = await run(shown, `{"n": ${text}}`);
    expect(result).toMatchObject({
      success: false,
      error: { type: 'validation_error', details: [{ path: 'n', keyword: 'number-not-exact' }] },
    });
    expect(result.error.message).toMatch(message);
  });

  describe('the schema is checked on the number itself', () => {
    const checked = (schema: string) => layered('n = {n}\nprint(n)', `{"n": ${schema}}`);
    test.each([
      ['{"type": "integer"}', BIG, true],
      ['{"type": "integer"}', '3.0', true],
      ['{"type": "integer"}', '1e400', true],
      ['{"type": "integer"}', '9007199254740993.5', false],
      [`{"type": "integer", "maximum": 9007199254740992}`, BIG, false],
      [`{"type": "integer", "exclusiveMinimum": 9007199254740992}`, BIG, true],
      [`{"type": "integer", "minimum": 9007199254740994}`, BIG, false],
      [`{"type": "integer", "multipleOf": 2}`, BIG, false],
      [`{"type": "integer", "multipleOf": 3}`, BIG, true],
      ['{"enum": [9007199254740992]}', BIG, false],
      [`{"enum": [1, ${BIG}]}`, BIG, true],
      ['{"const": 9007199254740992}', BIG, false],
      ['{"type": "array", "uniqueItems": true}', `[${BIG}, 9007199254740992]`, true],
      ['{"type": "array", "uniqueItems": true}', `[${BIG}, ${BIG}]`, false],
      ['{"type": "string"}', BIG, false],
    ])('%s takes %s: %s', async (schema, text, fits) => {
      const { result } = await run(checked(schema), `{"n": ${text}}`);
      expect(result.success, result.llmContent).toBe(fits);
      if (!fits && !text.startsWith('[')) expect(result.error.message).toContain(text);
    });

    test('3.0 is the integer 3 where the schema asks for an integer', async () => {
      const integer = '{"n": {"type": "array", "items": {"$ref": "#/$defs/i"}}}';
      const folder = layered('print({n})', integer, '');
      folder['definition.json'] = folder['definition.json'].replace(
        '"properties"',
        '"$defs": {"i": {"type": "integer"}}, "properties"',
      );
      const { result } = await run(folder, '{"n": [3.0, 1e3, 9007199254740993.0]}');
      expect(result.llmContent.trim()).toBe(`[3, 1000, ${BIG}]`);
    });

    test('a default is exact, too', async () => {
      const { result } = await run(checked(`{"type": "integer", "default": ${BIG}}`), '{}');
      expect(result.llmContent.trim()).toBe(BIG);
    });
  });

  test('a module gets and gives exact numbers', async () => {
    const source =
      'def back(n):\n    "Back"\n    return [n, n + 1, 2**60, 3.0, type(n).__name__]\n';
    const { last, result } = await run({ 'm.py': source }, `{"n": ${BIG}}`);
    const answer = `[${BIG},9007199254740994,1152921504606846976,3.0,"int"]`;
    expect(last.replaceAll(/\s/g, '')).toContain(`"value":${answer}`);
    expect(result.llmContent.replaceAll(/\s/g, '')).toBe(answer);
    expect(result.displayContent).toContain('1152921504606846976');
  });

  test('bash gets them in its environment and on stdin', async () => {
    const folder = {
      'definition.json': `{"id": "b", "description": "Says it", "policies": {"execution": "auto"},
        "parameters": {"type": "object", "properties": {"n": {}, "list": {}}}}`,
      'execution.sh': 'echo "$n" "$list"; cat',
    };
    const text = `{"n":1e400,"list":[${BIG},3.0,-0]}`;
    const events: string[] = [];
    const answer = await runner().fetch('/api/runs', {
      ...{ method: 'POST', as: 'page' as const },
      body: `{"folder": ${JSON.stringify(folder)}, "arguments": ${text}, "toolId": "b"}`,
    });
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) {
      events.push(decoder.decode(bytes));
      const [, id, runId] =
        /event: approval\ndata: .*?"id":"([^"]+)".*?"runId":"([^"]+)"/.exec(events.join('')) ?? [];
      if (id === undefined || events.length > 20) continue;
      expect(events.join('')).toContain(`"arguments":${text}`);
      await runner().fetch(`/api/runs/${runId}/decision`, {
        ...{ as: 'page' as const, method: 'POST', body: { id, answer: 'allow' } },
      });
    }
    const [, last = '{}'] = /event: ended\ndata: (.*)\n\n$/.exec(events.join('')) ?? [];
    expect(JSON.parse(last).result.llmContent.trim()).toBe(`1e400 [${BIG},3.0,-0]\n${text}`);
  });

  test('a TypeScript module is refused what a JavaScript number cannot hold', async () => {
    const source = `export default (pi) => ({ name: 't', label: 'T', description: 'Does t',
      parameters: pi.typebox.Type.Object({ a: pi.typebox.Type.Any(), n: pi.typebox.Type.Any() }),
      async execute(id, params) {
        return { content: [{ type: 'text', text: JSON.stringify(params) }] }; } });`;
    const folder = { 'index.ts': source };
    const no = await run(folder, `{"a": 1, "n": [${BIG}]}`);
    expect(no.result.error).toMatchObject({
      type: 'validation_error',
      details: [{ path: 'n.0', keyword: 'number-not-exact' }],
    });
    expect(no.result.error.message).toMatch(
      /n\.0: 9007199254740993 .* exact up to 9007199254740991/,
    );
    const yes = await run(folder, '{"a": 3.0, "n": 9007199254740991}');
    expect(yes.result.llmContent).toBe('{"a":3,"n":9007199254740991}');
  });

  test('a built-in tool, which is JavaScript, is refused it as well', async () => {
    const body = `{"tool": "Read", "arguments": {"file_path": "/x", "limit": ${BIG}}}`;
    expect(await asked('/api/runs', body)).toMatch(
      /limit: 9007199254740993 cannot be given exactly/,
    );
  });

  test("a model's call carries them in its JSON text", async () => {
    await put('calls', shown);
    const call = { name: 'n', arguments: `{"n": ${BIG}}` };
    expect(await asked('/api/runs', JSON.stringify({ call }))).toContain(`int ${BIG}`);
  });

  test('the history keeps them, and gives them back for another run', async () => {
    await run(shown, `{"n": [${BIG}, 3.0, 1e5]}`);
    const list = await asked('/api/runs?limit=1');
    expect(list).toContain(`"arguments":{"n":[${BIG},3.0,1e5]}`);
    const { id } = JSON.parse(list).runs[0];
    expect(await asked(`/api/runs/${id}`)).toContain(`"arguments":{"n":[${BIG},3.0,1e5]}`);
  });

  test('definitions keep them in lists, declarations and exports', async () => {
    const n = `{"n": {"type": "integer", "default": ${BIG}, "maximum": 1e30, "minimum": -5.0}}`;
    await put('kept', layered('print({n})', n, '', 'kept'));
    const whole = `{"type":"integer","default":${BIG},"maximum":1e30,"minimum":-5.0}`;
    expect(await asked('/api/tools?ids=kept')).toContain(whole);
    expect(await asked('/api/declarations?provider=mcp')).toContain(whole);
    expect(await asked('/api/declarations?provider=openai')).toContain(`"default":${BIG}`);
    expect(await asked('/api/admin/custom-tools')).toContain(whole);
    const answer = await runner().fetch('/api/tools/kept/export?format=functions');
    expect(answer.status).toBe(200);
  });

  describe('MCP', () => {
    const rpc = (method: string, params: string) =>
      runner()
        .fetch('/mcp', {
          method: 'POST',
          headers: { Accept: 'application/json, text/event-stream' },
          body: `{"jsonrpc": "2.0", "id": 1, "method": "${method}", "params": ${params}}`,
        })
        .then((answer) => answer.text());
    test('a call and a list have them', async () => {
      await put('told', layered('print(repr({n}))', `{"n": {"default": ${BIG}}}`, '', 'told'));
      const list = await rpc('tools/list', '{}');
      expect(list).toContain(`"default":${BIG}`);
      const said = await rpc('tools/call', `{"name": "told", "arguments": {"n": [${BIG}, 3.0]}}`);
      expect(said).toContain(`[${BIG}, 3.0]`);
    });
    test('a refusal names the schema as its author wrote it', async () => {
      const said = await rpc('tools/call', `{"name": "told", "arguments": {"n": 1e400}}`);
      expect(said).toContain('number-not-exact');
    });
  });

  const put = async (id: string, files: object) => {
    const at = join(runner().workspace, 'tools', id);
    mkdirSync(at, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), String(text));
    await asked(`/api/tools?ids=${id}`);
  };
});
