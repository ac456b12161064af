import { zipSync, strToU8 } from 'fflate';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readZip } from '../../../shared/formats/import/zip.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import type { Sent } from '../fixtures/start-runner.ts';

const definition = (id: string, more: object = {}) =>
  JSON.stringify({
    id,
    description: `What ${id} is for`,
    parameters: { type: 'object', properties: { a: { type: 'string' } } },
    ...more,
  });
const folder = (id: string, more: object = {}) => ({
  'definition.json': definition(id, more),
  'execution.py': "print('{a}')\n",
  'return.json': '{"truncate": 100}',
});

const without = (files: object, gone: string) =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name !== gone));

onBothEngines('Tool folders', (runner) => {
  const call = async (path: string, sent: Sent = {}) => {
    const answer = await runner().fetch(path, sent);
    const text = await answer.text();
    const isJson = answer.headers.get('Content-Type')?.startsWith('application/json');
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  };
  const put = (id: string, files: object, condition: Record<string, string>) =>
    call(`/api/tools/${id}`, { method: 'PUT', body: { files }, headers: condition });
  const fresh = { 'If-None-Match': '*' };
  const list = async (query = '') => (await call(`/api/tools${query}`)).body;
  const summary = async (id: string) =>
    (await list()).tools.find((tool: { id: string }) => tool.id === id);
  const onDisk = (...path: string[]) => join(runner().workspace, 'tools', ...path);
  const write = (id: string, files: Record<string, string | Uint8Array>) => {
    mkdirSync(onDisk(id), { recursive: true });
    for (const [name, content] of Object.entries(files)) writeFileSync(onDisk(id, name), content);
  };

  test('A1.1: a workspace starts with the examples, each a folder of definition, code and samples', async () => {
    const { tools } = await list();
    const ids = tools.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(['calc', 'echo', 'greet', 'text_len']));
    const { body } = await call('/api/tools/calc');
    expect(Object.keys(body.files)).toEqual(
      expect.arrayContaining(['definition.json', 'execution.py', 'return.json', 'samples.json']),
    );
  });

  test('A1.7: the category "custom" is injected, and a tool may be assigned to another', async () => {
    await put('in_custom', folder('in_custom'), fresh);
    await put('in_text', folder('in_text', { category: 'text' }), fresh);
    const { categories } = await list();
    const custom = categories.find(({ id }: { id: string }) => id === 'custom');
    expect(custom).toMatchObject({ label: '自定义工具' });
    expect(custom.tools).toContain('in_custom');
    expect(custom.tools).not.toContain('in_text');
    const text = categories.find(({ id }: { id: string }) => id === 'text');
    expect(text.tools).toContain('in_text');
  });

  test('A1.6: the user token sees no custom tool and cannot call one', async () => {
    expect((await call('/api/tools', { as: 'user' })).body.tools).toEqual([]);
    expect((await call('/api/tools/calc', { as: 'user' })).status).toBe(404);
    const body = { toolId: 'calc', arguments: { a: 1, op: '+', b: 2 } };
    const saved = await call('/api/runs', { as: 'user', method: 'POST', body });
    expect(saved.status).toBe(404);
    const draft = { folder: folder('x'), arguments: {} };
    expect((await call('/api/runs', { as: 'user', method: 'POST', body: draft })).status).toBe(403);
    expect((await call('/api/admin/custom-tools', { as: 'user' })).status).toBe(403);
  });

  test('a search looks at names and descriptions, and plan mode keeps what reads only', async () => {
    await put(
      'finder',
      folder('finder', { kind: 'readonly', description: 'Zebra crossing' }),
      fresh,
    );
    const ids = ({ tools }: { tools: { id: string }[] }) => tools.map(({ id }) => id);
    expect(ids(await list('?q=zebra'))).toEqual(['finder']);
    expect(ids(await list('?q=FIND%20crossing'))).toEqual(['finder']);
    expect(ids(await list('?mode=plan'))).toContain('finder');
    expect(ids(await list('?mode=plan'))).not.toContain('in_custom');
  });

  test('a stale save gets 412 with both versions, and loses nothing', async () => {
    const first = await put('shared', folder('shared'), fresh);
    expect(first.status).toBe(201);
    const match = { 'If-Match': first.headers.get('ETag') ?? '' };
    const mine = { ...folder('shared'), 'notes.txt': 'mine' };
    const theirs = { ...folder('shared'), 'notes.txt': 'theirs' };
    const second = await put('shared', theirs, match);
    expect(second.status).toBe(200);
    const stale = await put('shared', mine, match);
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({
      mine,
      theirs: { id: 'shared', files: theirs, etag: second.body.etag },
    });
    expect((await put('shared', mine, fresh)).status).toBe(412);
    expect((await put('shared', mine, {})).status).toBe(428);
    expect(readFileSync(onDisk('shared', 'notes.txt'), 'utf8')).toBe('theirs');
    expect((await put('never_there', mine, match)).status).toBe(404);
  });

  test('of many saves of one state at once exactly one is taken', async () => {
    const first = await put('raced', folder('raced'), fresh);
    const match = { 'If-Match': first.body.etag };
    const saves = [1, 2, 3, 4, 5, 6].map((n) =>
      put('raced', { ...folder('raced'), 'n.txt': `${n}` }, match),
    );
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(5);
    expect(readdirSync(onDisk('raced')).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  test('A1.4: text and bytes come back as they were saved', async () => {
    const files = {
      ...folder('bytes'),
      'zh.txt': '\ufeff你好\r\n世界 😀',
      'deep/er/x.bin': { base64: 'AP8QgA==' },
    };
    const saved = await put('bytes', files, fresh);
    expect(saved.body.files).toEqual(files);
    expect([...readFileSync(onDisk('bytes', 'deep/er/x.bin'))]).toEqual([0, 255, 16, 128]);
    const fewer = { 'zh.txt': null, deep: 'a file now' };
    const again = await put('bytes', fewer, { 'If-Match': saved.body.etag });
    expect(again.status).toBe(422);
    const flat = { ...fewer, 'deep/er/x.bin': null };
    const moved = await put('bytes', flat, { 'If-Match': saved.body.etag });
    expect(moved.status).toBe(200);
    const others = without(without(files, 'zh.txt'), 'deep/er/x.bin');
    expect(moved.body.files).toEqual({ ...others, deep: 'a file now' });
    expect(readFileSync(onDisk('bytes', 'deep'), 'utf8')).toBe('a file now');
    expect(existsSync(onDisk('bytes', 'zh.txt'))).toBe(false);
  });

  test('a deleted tool lies in the trash until it is restored, under a free id', async () => {
    const { body } = await put('goner', folder('goner'), fresh);
    expect(
      (await call('/api/tools/goner', { method: 'DELETE', headers: { 'If-Match': '"x"' } })).status,
    ).toBe(412);
    const gone = await call('/api/tools/goner', {
      method: 'DELETE',
      headers: { 'If-Match': body.etag },
    });
    expect(gone.status).toBe(200);
    expect((await call('/api/tools/goner')).status).toBe(404);
    const { trash } = await list();
    const { key } = trash.find(({ id }: { id: string }) => id === 'goner');
    await put('goner', folder('goner'), fresh);
    const restored = await call(`/api/trash/${key}/restore`, { method: 'POST' });
    expect(restored.body).toMatchObject({ id: 'goner_2', files: body.files, etag: body.etag });
    expect((await call(`/api/trash/${key}/restore`, { method: 'POST' })).status).toBe(404);
  });

  test.each([
    '../x',
    '..',
    'A',
    '_x',
    'x-y',
    'a/b',
    'nul',
    'x\0',
    '',
    `x${'y'.repeat(64)}`,
    '.lathe',
  ])('A1.40: the id "%s" is not made', async (id) => {
    const before = readdirSync(runner().workspace).sort();
    const path = `/api/tools/${encodeURIComponent(id)}`;
    const sent = { method: 'PUT', body: { files: folder('x') }, headers: fresh };
    expect((await call(path, sent)).status).toBeGreaterThanOrEqual(400);
    const posted = { method: 'POST', body: { id, description: 'x', parameters: {} } };
    expect((await call('/api/admin/custom-tools', posted)).status).toBe(400);
    const remove = { method: 'DELETE' };
    const gone = await call(`/api/admin/custom-tools?id=${encodeURIComponent(id)}`, remove);
    expect(gone.status).toBe(404);
    expect(readdirSync(runner().workspace).sort()).toEqual(before);
  });

  const bad = [
    '../out.txt',
    '/out.txt',
    'a/../../out.txt',
    'C:out.txt',
    'a\\..\\out.txt',
    'x\0',
    'con',
    '.git/hooks/post-checkout',
    'a//b',
    './x',
    'dot.',
  ];
  test.each(bad)('promise 9: a save that names "%s" is refused and says so', async (path) => {
    const saved = await put('evil_save', { ...folder('evil_save'), [path]: 'out' }, fresh);
    expect(saved.status).toBe(422);
    expect(saved.body.error.message).toContain(path.replace('\0', '\ufffd'));
    expect(existsSync(onDisk('evil_save'))).toBe(false);
  });

  const zip = (files: Record<string, string>) =>
    Buffer.from(
      zipSync(
        Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
      ),
    ).toString('base64');

  test.each([...bad.filter((path) => !path.includes('\0')), 'EXECUTION.PY'])(
    'promise 9: an import with "%s" is refused whole, and names it',
    async (path) => {
      const files = { ...folder('evil_zip'), [path]: 'out' };
      for (const body of [{ files }, { zip: zip(files) }]) {
        const before = readdirSync(onDisk()).sort();
        const refused = await call('/api/import', { method: 'POST', body });
        expect(refused.status).toBe(422);
        expect(refused.body.error.message).toContain(path);
        expect(readdirSync(onDisk()).sort()).toEqual(before);
        expect(existsSync(join(runner().workspace, '../out.txt'))).toBe(false);
      }
    },
  );

  test('promise 9: an import is new, disabled, and its programs may not call it until the page says so', async () => {
    const files = { ...folder('calc'), 'extra.txt': 'mine' };
    const before = readFileSync(onDisk('calc', 'definition.json'), 'utf8');
    const { status, body } = await call('/api/import', {
      method: 'POST',
      body: { zip: zip(files) },
    });
    expect(status).toBe(201);
    const [id] = body.ids;
    expect(id).not.toBe('calc');
    expect(body.names).toEqual(['calc']);
    expect(readFileSync(onDisk('calc', 'definition.json'), 'utf8')).toBe(before);
    expect((await call(`/api/tools/${id}`)).body.files).toEqual(files);
    expect(await summary(id)).toMatchObject({ enabled: false });
    const run = { method: 'POST', body: { toolId: id, arguments: { a: 'x' } } };
    const refused = await call('/api/runs', run);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'disabled' } } });
    const enable = { as: 'page' as const, method: 'PUT', body: { enabled: true } };
    expect((await call(`/api/tools/${id}/enabled`, enable)).status).toBe(204);
    expect(await summary(id)).toMatchObject({ enabled: true });
  });

  test('an export holds what was saved, byte for byte, and imports again', async () => {
    const files = { ...folder('travels'), 'x.bin': { base64: 'AP8QgA==' }, 'zh.txt': '你好' };
    await put('travels', files, fresh);
    const answer = await runner().fetch('/api/tools/travels/export');
    expect(answer.headers.get('Content-Type')).toBe('application/zip');
    const bytes = Buffer.from(await answer.arrayBuffer());
    await call('/api/tools/travels', { method: 'DELETE' });
    const back = { method: 'POST', body: { zip: bytes.toString('base64') } };
    expect((await call('/api/import', back)).body.ids).toEqual(['travels']);
    expect((await call('/api/tools/travels')).body.files).toEqual(files);
    expect((await call('/api/tools/travels/export?format=nonsense')).status).toBe(400);
    const server = await runner().fetch('/api/tools/travels/export?format=mcp-server');
    const read = readZip(new Uint8Array(await server.arrayBuffer()));
    expect(read.ok && Object.keys(read.files)).toEqual(
      expect.arrayContaining(['travels/server.mjs', 'travels/lathe/lathe.mjs']),
    );
    const impossible = await call('/api/tools/travels/export?format=script-module');
    const values = { id: 'travels', format: expect.any(String) };
    expect(impossible).toMatchObject({
      ...{ status: 422, body: { error: { code: 'not-exported', values } } },
    });
    const own = await call('/api/tools/builtin%3ARead/export');
    expect(own.body.error).toMatchObject({ code: 'no-files', values: { id: 'builtin:Read' } });
  });

  test('A1.2 A1.3 A1.41: what is wrong with a folder is said, and the others stay', async () => {
    write('only_definition', { 'definition.json': definition('only_definition') });
    write('only_code', { 'execution.py': 'print(1)' });
    write('broken_json', { 'definition.json': '{\n  "id": "x",\n}', 'execution.py': 'print(1)' });
    write('not_utf8', {
      'definition.json': definition('not_utf8'),
      'execution.py': new Uint8Array([0x70, 0xff, 0xfe]),
    });
    write('with_link', folder('with_link'));
    symlinkSync('/etc/hostname', onDisk('with_link', 'secret.txt'));
    symlinkSync('/etc', onDisk('etc'));
    write('Odd-Name', folder('odd'));
    const errors = async (id: string) =>
      (await summary(id)).problems.filter(
        ({ severity }: { severity: string }) => severity === 'error',
      );
    expect((await errors('only_definition'))[0].message).toContain('execution.py');
    expect((await errors('only_code'))[0].message).toContain('definition.json');
    expect((await errors('broken_json'))[0]).toMatchObject({ file: 'definition.json', line: 3 });
    expect((await errors('not_utf8'))[0].file).toBe('execution.py');
    for (const id of ['only_definition', 'only_code', 'broken_json', 'not_utf8']) {
      expect((await summary(id)).tools).toEqual([]);
    }
    const linked = await summary('with_link');
    expect(linked.problems).toContainEqual(expect.objectContaining({ code: 'link-refused' }));
    expect((await call('/api/tools/with_link')).body.files).not.toHaveProperty('secret.txt');
    expect(await summary('etc')).toBeUndefined();
    expect((await call('/api/tools/etc')).status).toBe(404);
    expect((await summary('Odd-Name')).tools).toHaveLength(1);
    expect((await summary('calc')).tools).toHaveLength(1);
    const { body } = await call('/api/admin/custom-tools');
    const ids = body.tools.map(({ id }: { id: string }) => id);
    expect(ids).toContain('calc');
    expect(ids).not.toContain('only_code');
  });

  test('an outside edit is told to the page, and what it leaves is what is read', async () => {
    await put('watched', folder('watched'), fresh);
    await new Promise((settle) => setTimeout(settle, 400));
    setTimeout(() => write('watched', { 'execution.py': "print('edited')\n" }), 200);
    for await (const { event, data } of runner().events('/api/changes', { as: 'page' })) {
      if (event === 'changed' && data.ids.includes('watched')) break;
    }
    const { body } = await call('/api/tools/watched');
    expect(body.files['execution.py']).toBe("print('edited')\n");
  });

  const calc = {
    id: 'api_calc',
    description: '简单两数运算',
    parameters: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
    required: ['a'],
    category: 'custom',
    icon: 'brain.svg',
    timeout: 15,
    execution_code: "print('hello')\n",
    return: { truncate: 2000, template: '输出: {output}' },
    meta: { notes: '通过 API 创建' },
  };
  const admin = '/api/admin/custom-tools';
  const find = async (id: string) =>
    (await call(admin)).body.tools.find((tool: { id: string }) => tool.id === id);

  test('A1.39 A1.40: POST writes the four files, and GET gives the same body back', async () => {
    expect((await call(admin, { method: 'POST', body: calc })).status).toBe(201);
    expect(readdirSync(onDisk('api_calc')).sort()).toEqual([
      'definition.json',
      'execution.py',
      'meta.json',
      'return.json',
    ]);
    expect(await find('api_calc')).toEqual(calc);
    expect((await call(admin, { method: 'POST', body: await find('api_calc') })).status).toBe(200);
    const changed = { ...calc, timeout: 20, return_config: {}, return: undefined };
    await call(admin, { method: 'POST', body: changed });
    expect(await find('api_calc')).toEqual({ ...without(calc, 'return'), timeout: 20 });
    expect(existsSync(onDisk('api_calc', 'return.json'))).toBe(false);
  });

  test('A1.39 A1.40: DELETE removes it, and an unknown id is 404', async () => {
    await call(admin, { method: 'POST', body: { ...calc, id: 'api_gone' } });
    const remove = { method: 'DELETE' };
    expect((await call(`${admin}?id=api_gone`, remove)).body).toEqual({ deleted: 'api_gone' });
    expect(await find('api_gone')).toBeUndefined();
    for (const id of ['api_gone', '', 'nothing']) {
      expect((await call(`${admin}?id=${id}`, remove)).status).toBe(404);
    }
    expect((await call(`${admin}?id=calc`, { ...remove, as: 'user' })).status).toBe(403);
  });

  test.each(['openai', 'anthropic', 'gemini', 'mcp'])(
    'declares the enabled tools for %s, and none to the user token',
    async (provider) => {
      const path = `/api/declarations?provider=${provider}`;
      const { status, body } = await call(path);
      expect(status).toBe(200);
      expect(JSON.stringify(body.declarations)).toContain('"calc"');
      expect(Array.isArray(body.losses)).toBe(true);
      expect((await call(path, { as: 'user' })).body.declarations).toEqual([]);
      const { tools } = await list();
      expect(body.declarations.length).toBeLessThanOrEqual(tools.length);
      expect((await call('/api/declarations?provider=nobody')).status).toBe(400);
    },
  );

  test('the interface describes itself, every route with its bodies', async () => {
    const { body } = await call('/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(body.paths['/api/tools/{id}']).toHaveProperty('put');
    const asked = body.paths['/api/runs'].post.requestBody.content['application/json'].schema;
    expect(asked.properties).toHaveProperty('arguments');
    expect(Object.keys(body.paths)).toContain('/api/openapi.json');
  });
});
