import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

const admin = '/api/admin/custom-tools';
const any = { 'If-Match': '*' };
const definition = `{ "x_own": [1.0, 9007199254740993],
\t"id":"other_id", "description" : "Says a text",
  "parameters": {"type": "object", "properties": {"text": {"type": "string"}}}, "meta": "mine", "timeout": 5.0 }`;

onBothEngines("Nothing of an author's is lost", (runner) => {
  const at = (...path: string[]) => join(runner().workspace, 'tools', ...path);
  const lay = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  const on = (path: string) => readFileSync(at(path), 'utf8');
  const call = async (path: string, body?: unknown, method = 'POST', headers = {}) => {
    const sent = body === undefined ? {} : { method, body, headers };
    const answer = await runner().fetch(path, { as: 'page', ...sent });
    const text = await answer.text();
    return { status: answer.status, text, body: text === '' ? null : JSON.parse(text) };
  };
  /** A program waits for modules that are being read. */
  const listed = async (id: string) =>
    (await (await runner().fetch(`/api/tools?ids=${id}`)).json()).tools[0];
  const codes = async (id: string) =>
    (await listed(id)).problems.map(({ code }: { code: string }) => code);
  const offered = async (): Promise<string[]> =>
    (await call('/api/declarations?provider=mcp')).body.declarations.map(
      ({ name }: { name: string }) => name,
    );
  const run = async (body: object) => (await runner().run(body, 'page')).at(-1)?.data;
  beforeAll(() => runner().ready('python'));

  describe("the guide's own interface", () => {
    const files = {
      'definition.json': definition,
      'execution.py': "print('{text}')\r\n",
      'return.json': '{}',
      'meta.json': '{"owner":"me",  "big": 1e400}',
      'notes/mine.txt': 'kept',
    };
    const whole = (id: string) =>
      Object.fromEntries(Object.keys(files).map((name) => [name, on(`${id}/${name}`)]));
    test('A1.40 what GET gives, POST changes nothing with, byte for byte', async () => {
      for (const [name, text] of Object.entries(files)) lay(`handmade/${name}`, text);
      const { body } = await call(admin);
      const own = body.tools.find(({ id }: { id: string }) => id === 'handmade');
      expect(own).toMatchObject({ meta: { owner: 'me' }, return: {} });
      const text = (await call(admin)).text;
      const from = text.indexOf('{"x_own"');
      const sent = text.slice(from, text.indexOf('"big":1e400}}', from) + '"big":1e400}}'.length);
      expect((await call(admin, sent)).status).toBe(200);
      expect(whole('handmade')).toEqual(files);
    });

    test('A1.39 a POST of some fields keeps the rest, and the hand that wrote it', async () => {
      await call(admin, { id: 'handmade', timeout: 9, notes: 'new' });
      expect(on('handmade/definition.json')).toBe(definition.replace('5.0', '9'));
      expect(JSON.parse(on('handmade/meta.json'))).toMatchObject({ owner: 'me', notes: 'new' });
      expect(on('handmade/meta.json')).toContain('1e400');
      expect(on('handmade/execution.py')).toBe(files['execution.py']);
      await call(admin, { id: 'handmade', timeout: null });
      expect(JSON.parse(on('handmade/definition.json'))).not.toHaveProperty('timeout');
      expect(on('handmade/definition.json')).toContain('9007199254740993');
    });

    test.each([
      ['mod.py', 'def f(): "F"\n'],
      ['index.ts', 'export default () => ({})'],
    ])('it is no way to save over a module: %s', async (name, source) => {
      const id = `module_${name.slice(-2)}`;
      lay(`${id}/${name}`, source);
      const { status, body } = await call(admin, { id, execution_code: 'print(1)' });
      expect([status, body.error.code]).toEqual([409, 'other-format']);
      expect(body.error.hint).toContain(`PUT /api/tools/${id}`);
      expect(existsSync(at(id, 'definition.json'))).toBe(false);
      expect(on(`${id}/${name}`)).toBe(source);
    });
  });

  test('a PUT of some files keeps the others, and takes one out that is null', async () => {
    for (const name of ['a.txt', 'b.txt']) lay(`partly/${name}`, name);
    lay('partly/definition.json', definition);
    lay('partly/execution.py', 'print(1)\n');
    const first = { files: { 'execution.py': 'print(2)\n' } };
    expect((await call('/api/tools/partly', first, 'PUT', any)).status).toBe(200);
    expect(readdirSync(at('partly')).sort()).toEqual([
      ...['a.txt', 'b.txt', 'definition.json', 'execution.py'],
    ]);
    expect(on('partly/execution.py')).toBe('print(2)\n');
    await call('/api/tools/partly', { files: { 'b.txt': null } }, 'PUT', any);
    expect(existsSync(at('partly', 'b.txt'))).toBe(false);
    expect(on('partly/a.txt')).toBe('a.txt');
  });

  describe('caches', () => {
    test("A0.18 another program's name and permissions survive every reading", async () => {
      const permissions = { executionPolicy: 'ask-always', resultApprovalPolicy: 'on-error' };
      const theirs = { type: 'PythonModule', name: 'My group', scriptPath: '/tmp/x', tools: [] };
      lay('theirs/work.py', 'def one(): "One"\n');
      lay('theirs/work.tool.json', JSON.stringify({ ...theirs, defaultPermissions: permissions }));
      for (const [name, later] of [
        ['two', 10],
        ['three', 20],
      ] as const) {
        lay('theirs/work.py', `def ${name}(): "F"\n`);
        const newer = new Date(Date.now() + later * 1000);
        utimesSync(at('theirs/work.py'), newer, newer);
        const { tools } = await listed('theirs');
        expect(tools).toMatchObject([
          { policies: { execution: 'ask-always', result: 'on-error' } },
        ]);
        const kept = JSON.parse(on('theirs/work.tool.json'));
        expect(kept).toMatchObject({ name: 'My group', defaultPermissions: permissions });
        expect(kept.tools).toHaveLength(1);
      }
    });

    test('A0.28 a corrupt one is told of, and kept aside, before it is made anew', async () => {
      lay('torn_cache/torn_cache.py', 'def f(): "F"\n');
      lay('torn_cache/torn_cache.tool.json', '{"type": "PythonModule", "mine": tr');
      expect((await listed('torn_cache')).tools).toHaveLength(1);
      expect(await codes('torn_cache')).toContain('broken-json');
      expect(await codes('torn_cache')).toContain('broken-json');
      expect(JSON.parse(on('torn_cache/torn_cache.tool.json')).tools).toHaveLength(1);
      const aside = readdirSync(join(runner().workspace, '.lathe')).find((name) =>
        name.startsWith('torn_cache.torn_cache.tool.json.damaged-'),
      );
      const path = join(runner().workspace, '.lathe', aside ?? '');
      expect(readFileSync(path, 'utf8')).toContain('"mine": tr');
    });
  });

  test('A0.29 an ignored script is not exported', async () => {
    lay('hushed/hushed.py', 'def f(): "F"\n');
    await listed('hushed');
    writeFileSync(join(runner().workspace, '.syncignore'), 'hushed.py\n');
    for (const query of ['', '?format=mcp-server']) {
      const answer = await runner().fetch(`/api/tools/hushed/export${query}`, { as: 'page' });
      expect(answer.status).toBe(422);
      expect((await answer.json()).error).toMatchObject({ code: 'sync-ignored' });
    }
    writeFileSync(join(runner().workspace, '.syncignore'), '*.tool.json\n');
    expect((await runner().fetch('/api/tools/hushed/export', { as: 'page' })).status).toBe(200);
  });

  test('A0.38 two folders with a script of one name have a switch each', async () => {
    for (const id of ['left', 'right']) lay(`${id}/same.py`, `def in_${id}(): "F"\n`);
    const enable = (id: string, enabled: boolean) =>
      call(`/api/tools/${id}/enabled`, { enabled }, 'PUT');
    await enable('left', false);
    expect((await listed('left')).enabled).toBe(false);
    expect((await listed('right')).enabled).toBe(true);
    expect(await offered()).toEqual(expect.arrayContaining(['in_right']));
    expect(await offered()).not.toContain('in_left');
    await enable('right', false);
    await enable('left', true);
    expect((await listed('left')).enabled).toBe(true);
    expect((await listed('right')).enabled).toBe(false);
  });

  test('A0.1 tools whose program is missing are no offer to models; a list says why', async (context) => {
    const health = async () => (await call('/api/health')).body.hosts.powershell;
    // Where dotnet is, it is tried to fetch it first.
    const isAwaited = async () => /preparing|awaited/.test((await health()).phrase?.code ?? '');
    await expect.poll(isAwaited, { timeout: 60_000 }).toBe(false);
    const powershell = await health();
    if (powershell.ready) context.skip('PowerShell is here');
    lay('drives/drives.ps1', '<#\n.SYNOPSIS\nDrives.\n#>\nfunction Get-Drive { "C" }\n');
    const unit = await listed('drives');
    expect(unit).toMatchObject({ tools: [{ name: 'Get-Drive' }] });
    const told = unit.problems.find(({ code }: { code: string }) => code === 'host-missing');
    expect(told.message).toContain(powershell.reason);
    // The page words the name of the language itself.
    expect(told.values.language).toBe('powershell');
    expect(told.reason.code).toMatch(/^host-(?:no-)?powershell/);
    expect(await offered()).not.toContain('Get-Drive');
    const listing = await runner().fetch('/mcp', {
      ...{ method: 'POST', headers: { Accept: 'application/json, text/event-stream' } },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    });
    const tools = await listing.text();
    expect(tools).toContain('"Read"');
    expect(tools).not.toContain('Get-Drive');
  });

  describe('scripts that lie flat in tools/ are tools', () => {
    const ts = `export default (pi) => ({ name: 'flat_ts', label: 'T', description: 'Does t',
      parameters: pi.typebox.Type.Object({}),
      async execute() { return { content: [{ type: 'text', text: 'from ts' }] }; } });`;
    beforeAll(() => {
      lay('flat.py', 'def flat_py(n: int = 1) -> int:\n    "Adds one"\n    return n + 1\n');
      lay('level.ts', ts);
      lay('flatsh.sh', '# @describe Says hi\n# @cmd\nhi() { echo hi; }\n');
      lay('_private.py', 'def hidden(): "H"\n');
      lay('README.md', 'No tool');
    });

    test('A0.2 A2.18 they are listed, offered, cached and run', async () => {
      const { tools, switches } = {
        tools: (await listed('flat.py')).tools,
        switches: await listed('flat.py'),
      };
      expect(tools).toMatchObject([{ name: 'flat_py' }]);
      expect(switches).toMatchObject({ group: 'flat', enabled: true, language: 'python' });
      expect(JSON.parse(on('flat.tool.json'))).toMatchObject({
        type: 'PythonModule',
        name: 'flat',
      });
      expect((await listed('level.ts')).tools).toMatchObject([{ name: 'flat_ts' }]);
      const ids = (await call('/api/tools')).body.tools.map(({ id }: { id: string }) => id);
      expect(ids).toEqual(expect.arrayContaining(['flat.py', 'level.ts', 'flatsh.sh']));
      expect(ids).not.toContain('_private.py');
      expect(ids).not.toContain('README.md');
      expect(await offered()).toEqual(expect.arrayContaining(['flat_py', 'flat_ts']));
      const py = await run({ toolId: 'flat.py', arguments: { n: 2 } });
      expect(py.result).toMatchObject({ success: true, llmContent: '3' });
      const level = await run({ tool: 'flat_ts', arguments: {} });
      expect(level.result.llmContent).toBe('from ts');
    });

    test('they are saved where they lie, and so are their samples', async () => {
      const source = 'def flat_py(n: int = 1) -> int:\n    "Adds two"\n    return n + 2\n';
      const { etag, files } = (await call('/api/tools/flat.py')).body;
      expect(Object.keys(files).sort()).toEqual(['flat.py', 'flat.tool.json']);
      const samples = '[{"name": "two", "arguments": {"n": 2}}]\n';
      const changes = { files: { 'flat.py': source, 'flat.samples.json': samples } };
      const saved = await call('/api/tools/flat.py', changes, 'PUT', { 'If-Match': etag });
      expect(saved.status).toBe(200);
      expect([on('flat.py'), on('flat.samples.json')]).toEqual([source, samples]);
      const stale = await call('/api/tools/flat.py', changes, 'PUT', { 'If-Match': etag });
      expect(stale.status).toBe(412);
      const other = { files: { 'level.ts': 'gone', 'x/y.py': '' } };
      const refused = await call('/api/tools/flat.py', other, 'PUT', any);
      expect([refused.status, refused.body.error.code]).toEqual([422, 'flat-file']);
      expect(on('level.ts')).toBe(ts);
      const { result } = await run({ toolId: 'flat.py', arguments: { n: 2 } });
      expect(result.llmContent).toBe('4');
    });

    test('they are exported and switched', async () => {
      for (const query of ['', '?format=mcp-server']) {
        const answer = await runner().fetch(`/api/tools/flat.py/export${query}`, { as: 'page' });
        expect(answer.status).toBe(200);
        expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toContain('flat.py');
      }
      await call('/api/tools/flat.py/enabled', { enabled: false }, 'PUT');
      expect(await offered()).not.toContain('flat_py');
      await call('/api/tools/flat.py/enabled', { enabled: true }, 'PUT');
      expect(await offered()).toContain('flat_py');
    });

    test('a deleted one lies in the trash with all that is its, and comes back as a folder', async () => {
      lay('doomed.py', 'def doomed(): "D"\n');
      lay('doomed.samples.json', '[]');
      await listed('doomed.py');
      const { key } = (await call('/api/tools/doomed.py', {}, 'DELETE')).body;
      expect(readdirSync(at()).filter((name) => name.startsWith('doomed'))).toEqual([]);
      const { id } = (await call(`/api/trash/${encodeURIComponent(key)}/restore`, {})).body;
      expect(readdirSync(at(id)).sort()).toEqual([
        ...['doomed.py', 'doomed.samples.json', 'doomed.tool.json'],
      ]);
    });

    test('of two with one name, and so with one cache, the second is told of', async () => {
      lay('pair.py', 'def pair(): "P"\n');
      lay('pair.sh', '# @cmd\nother() { :; }\n');
      expect(await codes('pair.py')).toContain('same-group');
      expect(await listed('pair.sh')).toBeUndefined();
    });
  });
});
