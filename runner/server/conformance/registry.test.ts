import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RegistryLog, ToolSummary } from '../../../shared/protocol/tools.ts';
import { everyTool, layOutEveryTool, type OneTool } from '../fixtures/every-tool.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { As, ServerEvent } from '../fixtures/start-runner.ts';

const plain = { Accept: 'application/json' };

onBothEngines('The registry', (runner) => {
  let elsewhere: string;
  const get = async (path: string, as: As = 'admin') => (await runner().fetch(path, { as })).json();
  const listed = async (query = ''): Promise<ToolSummary[]> =>
    (await get(`/api/tools${query}`)).tools;
  const namesOf = (units: ToolSummary[]) =>
    units.flatMap(({ tools }) => tools.map(({ name }) => name));
  const declared = async (query = '') =>
    (await get(`/api/declarations?provider=anthropic${query}`)).declarations.map(
      ({ name }: { name: string }) => name,
    );
  const unitOf = async ({ name }: OneTool) => {
    const unit = (await listed()).find(({ tools }) => tools.some((tool) => tool.name === name));
    if (!unit) throw new Error(`No unit has "${name}"`);
    return unit;
  };
  const run = async (body: object, as: As = 'admin', on?: (event: ServerEvent) => unknown) =>
    (await runner().run(body, as, on)).at(-1)?.data;
  const post = (body: object, as: As = 'admin') =>
    runner().fetch('/api/runs', { as, method: 'POST', body, headers: plain });
  const set = async (change: object) => {
    const { defaults, revision } = await get('/api/settings', 'page');
    const modules = { ...defaults.modules, paths: [elsewhere] };
    const body = { settings: { ...defaults, modules, ...change }, revision };
    const answer = await runner().fetch('/api/settings', { as: 'page', method: 'PUT', body });
    expect(answer.status).toBe(200);
  };
  const events = async (after = 0): Promise<RegistryLog['events']> =>
    (await get(`/api/registry/events?after=${after}`)).events;
  const now = async () => (await events()).at(-1)?.seq ?? 0;
  const save = async (id: string, files: object, condition: object = { 'If-None-Match': '*' }) => {
    const sent = { method: 'PUT', body: { files }, headers: { ...condition } };
    expect((await runner().fetch(`/api/tools/${id}`, sent)).ok).toBe(true);
  };
  const remove = (id: string) => runner().fetch(`/api/tools/${id}`, { method: 'DELETE' });

  beforeAll(async () => {
    elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-elsewhere-')));
    layOutEveryTool(runner().workspace, elsewhere);
    await set({});
    await runner().ready('python');
    // Modules are loaded one by one, and a list does not wait for all of them.
    const names = everyTool.map(({ name }) => name);
    await vi.waitFor(
      async () => expect(namesOf(await listed())).toEqual(expect.arrayContaining(names)),
      { timeout: 60_000, interval: 200 },
    );
  });
  afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));
  beforeEach(() => set({}));

  describe.each(everyTool)('$name, which is $source', (tool) => {
    const { name } = tool;

    test('A3.9 A4.1 A4.40 A4.42 A4.43 is listed, and found by what it is called, tagged and filed under', async () => {
      const unit = await unitOf(tool);
      expect(unit).toMatchObject({ source: tool.source, enabled: true });
      expect(unit.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(JSON.stringify(unit.problems)).not.toMatch(/tags|display_name/);
      expect(unit.id.startsWith(tool.unit)).toBe(true);
      const [own] = unit.tools;
      expect(own?.displayName).toBe(tool.displayName);
      expect(own?.kind === 'readonly').toBe(tool.readOnly);
      const found = async (query: string) => namesOf(await listed(`?${query}`));
      expect(await found(`q=${name.toUpperCase()}`)).toContain(name);
      expect(await found('q=no_such_words_anywhere')).toEqual([]);
      if (tool.displayName)
        expect(await found(`q=${encodeURIComponent(tool.displayName.toLowerCase())}`)).toContain(
          name,
        );
      expect(await found(`category=${encodeURIComponent(tool.category)}`)).toContain(name);
      expect(await found('category=nothing')).toEqual([]);
      expect(await found(`source=${tool.source}`)).toContain(name);
      if (tool.tag) expect(await found(`tag=${tool.tag}`)).toContain(name);
      const { tags, categories } = await get('/api/tools');
      const category = categories.find(({ id }: { id: string }) => id === tool.category);
      expect(category.tools).toContain(unit.id);
      if (tool.tag) expect(tags.map(({ id }: { id: string }) => id)).toContain(tool.tag);
    });

    test('A4.45 is declared for a provider, as its parameters are listed', async () => {
      expect(await declared()).toContain(name);
      const unit = await unitOf(tool);
      const { tools } = await get(`/api/tools/${encodeURIComponent(unit.id)}/parameters`);
      const own = tools.find((one: { name: string }) => one.name === name);
      const [first] = Object.keys(tool.arguments);
      expect(own.parameters).toContainEqual(
        expect.objectContaining({ name: first, type: 'string', required: true }),
      );
    });

    test('A3.17 A4.47 is called by its name, and its unit', async () => {
      const asked = { arguments: tool.arguments };
      const { result, ending } = await run({ tool: name, ...asked });
      expect(result).toMatchObject({ success: true, llmContent: tool.says });
      expect(ending.kind).toBe('finished');
      const { id } = await unitOf(tool);
      expect((await run({ toolId: id, ...asked })).result.llmContent).toBe(tool.says);
      const answer = await (await post({ tool: name, ...asked })).json();
      expect(answer).toMatchObject({ success: true, result: { llmContent: tool.says } });
      const call = { name, arguments: JSON.stringify(tool.arguments) };
      const called = await (await post({ call })).json();
      expect(called).toMatchObject({ success: true, llmContent: tool.says });
      expect(typeof called.displayContent).toBe('string');
      expect(called).not.toHaveProperty('error');
    });

    test('A0.20 A4.12 is not run with wrong arguments, nor when the person says no', async () => {
      const wrong = await run({ tool: name, arguments: {} });
      expect(wrong.result).toMatchObject({ success: false, error: { type: 'validation_error' } });
      await set({ tools: { [name]: { policies: { execution: 'ask-always' } } } });
      const body = { tool: name, arguments: tool.arguments };
      const asked: string[] = [];
      const { result, ending } = await run(body, 'page', async ({ event, data }) => {
        if (event !== 'approval') return;
        asked.push(data.approval.tool);
        const decision = { id: data.approval.id, answer: 'deny', scope: 'once' };
        const path = `/api/runs/${data.approval.runId}/decision`;
        await runner().fetch(path, { as: 'page', method: 'POST', body: decision });
      });
      expect([asked, ending.kind]).toEqual([[name], 'denied']);
      expect(result.error.type).toBe('permission_error');
      expect(result.llmContent).not.toContain(tool.says);
      expect((await run(body)).ending.kind).toBe('denied');
    });

    test('A4.41 is left out and refused in plan mode, unless it only reads', async () => {
      expect((await declared('&mode=plan')).includes(name)).toBe(tool.readOnly);
      expect(namesOf(await listed('?mode=plan')).includes(name)).toBe(tool.readOnly);
      const asked = { tool: name, arguments: tool.arguments, context: { mode: 'plan' } };
      const { result, ending } = await run(asked);
      expect(ending.kind).toBe(tool.readOnly ? 'finished' : 'denied');
      expect(result.llmContent).toMatch(tool.readOnly ? tool.says : /Plan mode is on/);
    });

    test('A3.35 is not offered, and refused to programs, while it is switched off', async () => {
      const { id } = await unitOf(tool);
      const path = `/api/tools/${encodeURIComponent(id)}/enabled`;
      const body = { tool: name, arguments: tool.arguments };
      const enable = (enabled: boolean) =>
        runner().fetch(path, { as: 'page', method: 'PUT', body: { enabled } });
      const off = async () => {
        expect(await declared()).not.toContain(name);
        expect((await post(body)).status).toBe(403);
        const call = { name, arguments: JSON.stringify(tool.arguments) };
        const called = await post({ call });
        const text = await called.text();
        expect(called.status === 403 || text.includes(`Tool '${name}' not found`)).toBe(true);
        expect(namesOf(await listed())).toContain(name);
      };
      await set({ tools: { [name]: { enabled: false } } });
      await off();
      await set({});
      expect((await enable(false)).status).toBe(204);
      await off();
      expect((await enable(true)).status).toBe(204);
      expect(await declared()).toContain(name);
    });

    // The last one of each tool, since nothing is left to try behind it.
    test('A4.38 A4.39 is gone once it is removed, unless it comes along with Lathe', async () => {
      const { id } = await unitOf(tool);
      const path = `/api/tools/${encodeURIComponent(id)}`;
      const before = await now();
      const removed = await remove(encodeURIComponent(id));
      if (tool.source === 'builtin') {
        expect(removed.status).toBe(404);
        expect((await post({ tool: name, arguments: tool.arguments })).status).toBe(200);
        return;
      }
      if (tool.source === 'external') {
        rmSync(join(elsewhere, 'external_say.ts'));
        await set({ modules: { otherPrograms: false, paths: [] } });
      }
      await vi.waitFor(async () => expect(namesOf(await listed())).not.toContain(name), {
        timeout: 20_000,
      });
      const ended = { type: 'toolUnregistered', source: tool.source, unit: id, tool: name };
      expect(await events(before)).toContainEqual(expect.objectContaining(ended));
      expect(await declared()).not.toContain(name);
      for (const body of [{ tool: name }, { toolId: id }])
        expect((await post({ ...body, arguments: tool.arguments })).status).toBe(404);
      expect((await runner().fetch(path)).status).toBe(404);
      const { tags } = await get('/api/tools');
      // Two of the tools have a tag of their own, which goes with them.
      if (tool.tag) expect(tags.map((one: { id: string }) => one.id)).not.toContain(tool.tag);
    });
  });

  const named = (id: string, more: object = {}) => shellFolder(`echo ${id}`, { id, ...more });

  test('A3.8 A3.11 A4.37 of one name the built-in tool comes first, and the others are conflicts', async () => {
    await save('aa_read', named('Read'));
    await save('bb_twin', named('twin'));
    await save('aa_twin', named('twin'));
    const { conflicts } = await get('/api/conflicts');
    const about = (name: string) => conflicts.find((one: { name: string }) => one.name === name);
    expect(about('Read')).toMatchObject({
      message: "工具 'Read' 已注册",
      kept: { id: 'builtin:Read', source: 'builtin' },
      refused: [{ id: 'aa_read', source: 'authored' }],
    });
    expect(about('twin')).toMatchObject({
      message: "工具 'twin' 已注册",
      kept: { id: 'aa_twin' },
      refused: [{ id: 'bb_twin' }],
    });
    expect((await declared()).filter((name: string) => name === 'twin')).toHaveLength(1);
    const called = await run({ tool: 'Read', arguments: { file_path: 'every.txt' } });
    expect(called.result.llmContent).toBe('     1|every');
    const path = '/api/tools/aa_twin/enabled';
    await runner().fetch(path, { as: 'page', method: 'PUT', body: { enabled: false } });
    const after = (await get('/api/conflicts')).conflicts;
    expect(after.map(({ name }: { name: string }) => name)).toEqual(['Read']);
    for (const id of ['aa_read', 'aa_twin', 'bb_twin']) await remove(id);
    expect((await get('/api/conflicts')).conflicts).toEqual([]);
  });

  test('A3.8 an unknown name is an error, whatever it is asked as', async () => {
    for (const body of [
      { tool: 'nowhere' },
      { toolId: 'nowhere' },
      { toolId: 'builtin:Nowhere' },
    ]) {
      const answer = await post({ ...body, arguments: {} });
      expect(answer.status).toBe(404);
      expect((await answer.json()).error.message).toContain('owhere');
    }
  });

  test('A3.9 A3.10 A4.44 the list counts every origin, and declares in a provider’s form', async () => {
    const { tools, total, totalTools } = await get('/api/tools');
    expect(total).toBe(tools.length);
    expect(totalTools).toBe(namesOf(tools).length);
    const builtin = await get('/api/tools?source=builtin');
    expect([builtin.total, builtin.totalTools]).toEqual([8, 8]);
    const names = builtin.tools.map(({ id }: { id: string }) => id.replace('builtin:', ''));
    expect(names).toEqual(['Read', 'Edit', 'Write', 'Glob', 'Grep', 'Bash', 'Skill', 'delegate']);
    for (const provider of ['openai', 'anthropic', 'gemini', 'mcp']) {
      const { declarations } = await get(`/api/declarations?provider=${provider}`);
      expect(declarations).toHaveLength((await declared()).length);
    }
    expect((await runner().fetch('/api/declarations?provider=nobody')).status).toBe(400);
  });

  test('A3.9 A4.38 saving registers, changes and removes tools, which pages hear at once', async () => {
    const before = await now();
    const heard: RegistryLog['events'] = [];
    const leave = new AbortController();
    const hearing = (async () => {
      for await (const { event, data } of runner().events('/api/changes', {
        signal: leave.signal,
      })) {
        if (event === 'registry') heard.push(...data.events);
        if (heard.some(({ type, tool }) => type === 'toolUnregistered' && tool === 'comes')) return;
      }
    })();
    await vi.waitFor(async () => {
      await save('wakes', named('wakes'));
      await listed();
      await remove('wakes');
      await listed();
      expect(heard.length).toBeGreaterThan(0);
    });
    await save('comes', named('comes'));
    await listed();
    await save('comes', named('comes', { description: 'Another one' }), { 'If-Match': '*' });
    await listed();
    await remove('comes');
    await listed();
    await hearing;
    leave.abort();
    const told = (all: RegistryLog['events']) =>
      all.filter(({ unit }) => unit === 'comes').map(({ type, tool }) => `${type} ${tool}`);
    const all = ['toolRegistered comes', 'toolChanged comes', 'toolUnregistered comes'];
    expect(told(await events(before))).toEqual(all);
    expect(told(heard)).toEqual(all);
    const numbers = (await events(before)).map(({ seq }) => seq);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers[0]).toBe(before + 1);
  });

  test('A4.42 an empty search finds everything, and words in any case find each', async () => {
    const all = namesOf(await listed());
    expect(namesOf(await listed('?q='))).toEqual(all);
    expect(namesOf(await listed('?q=%20'))).toEqual(all);
    expect(namesOf(await listed('?q=SHELL%20command'))).toEqual(['Bash']);
  });

  test('A4.46 a model’s call with bad JSON or an unknown tool is answered in the guide’s words', async () => {
    const call = async (name: string, text: string) =>
      (await post({ call: { name, arguments: text } })).json();
    for (const bad of ['{"a": ', '[1]', '"x"', 'null'])
      expect(await call('Read', bad)).toMatchObject({
        success: false,
        llmContent: 'Error: Failed to parse tool arguments as JSON.',
        displayContent: '❌ 无效的工具参数',
      });
    expect(await call('nowhere', '{}')).toMatchObject({
      success: false,
      llmContent: "Error: Tool 'nowhere' not found.",
      displayContent: '❌ 未知工具: nowhere',
      error: 'Unknown tool: nowhere',
    });
    const asUser = await post({ call: { name: 'Read', arguments: '{}' } }, 'user');
    expect((await asUser.json()).llmContent).toBe("Error: Tool 'Read' not found.");
  });

  test('A4.47 a model’s call is answered with what an agent’s loop keeps', async () => {
    const call = async (args: object) =>
      (await post({ call: { id: 'c1', name: 'Read', arguments: JSON.stringify(args) } })).json();
    expect(await call({ file_path: 'every.txt' })).toEqual({
      success: true,
      displayContent: expect.stringContaining('every.txt'),
      llmContent: '     1|every',
      metadata: expect.objectContaining({ total_lines: 1 }),
    });
    const failed = await call({ file_path: 'nothing.txt' });
    expect(failed).toMatchObject({ success: false, error: expect.stringContaining('not found') });
    expect(typeof failed.llmContent).toBe('string');
  });

  test('A3.34 parameters are a flat list, with what it cannot say', async () => {
    const parameters = {
      ...{ type: 'object', required: ['text'] },
      properties: {
        text: { type: 'string', description: 'Any text', enum: ['a', 'b'] },
        count: { type: 'integer', minimum: 1 },
      },
    };
    await save('flat', named('flat', { parameters }));
    const { tools } = await get('/api/tools/flat/parameters');
    expect(tools).toHaveLength(1);
    expect(tools[0].name).toBe('flat');
    expect(tools[0].parameters).toEqual([
      { name: 'text', type: 'string', description: 'Any text', required: true, enum: ['a', 'b'] },
      { name: 'count', type: 'number', description: '', required: false },
    ]);
    const lost = tools[0].losses.map(({ path, keyword }: Record<string, string>) => [
      path,
      keyword,
    ]);
    expect(lost).toEqual(
      expect.arrayContaining([
        [expect.stringContaining('count'), 'type'],
        [expect.stringContaining('count'), 'minimum'],
      ]),
    );
    expect((await runner().fetch('/api/tools/nowhere/parameters')).status).toBe(404);
    await remove('flat');
  });

  test('a list in pages holds while tools come and go', async () => {
    const ids = (units: ToolSummary[]) => units.map(({ id }) => id);
    const all = ids(await listed());
    const first = await get('/api/tools?limit=5');
    expect(ids(first.tools)).toEqual(all.slice(0, 5));
    expect([first.total, first.trash === undefined]).toEqual([all.length, false]);
    // One comes before the page's end, and the page's last one was never there behind it.
    await save('aaa_first', named('aaa_first'));
    const rest: string[] = [];
    for (let cursor = first.next; cursor !== undefined;) {
      const page = await get(`/api/tools?limit=5&cursor=${encodeURIComponent(cursor)}`);
      expect(page.tools.length).toBeLessThanOrEqual(5);
      rest.push(...ids(page.tools));
      if (cursor === first.next) await remove(rest.at(-1) ?? '');
      cursor = page.next;
    }
    const seen = [...ids(first.tools), ...rest];
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => id !== 'aaa_first')).toEqual(all);
    await remove('aaa_first');
    // A page that ends where the list ends has no next one.
    const { length } = await listed();
    const whole = await get(`/api/tools?limit=${length}`);
    expect([whole.tools.length, whole.next]).toEqual([length, undefined]);
    for (const limit of ['0', '-1', '1001', '1.5', 'x', '']) {
      const answer = await runner().fetch(`/api/tools?limit=${limit}`);
      expect(answer.status).toBe(400);
      expect((await answer.json()).error).toMatchObject({ code: 'bad-limit', path: 'limit' });
    }
  });

  test('an unchanged list is not sent again, and another one is', async () => {
    const ask = async (query: string, tag?: string) => {
      const headers: Record<string, string> = tag === undefined ? {} : { 'If-None-Match': tag };
      const answer = await runner().fetch(`/api/tools${query}`, { headers });
      await answer.text();
      return { status: answer.status, tag: answer.headers.get('ETag') ?? '' };
    };
    const { tag } = await ask('?q=a');
    expect(tag).not.toBe('');
    expect(await ask('?q=a', tag)).toEqual({ status: 304, tag });
    expect((await ask('?q=b', tag)).status).toBe(200);
    await save('newer', named('newer'));
    expect((await ask('?q=a', tag)).status).toBe(200);
    const off = await ask('?q=a');
    await set({ tools: { newer: { enabled: false } } });
    expect((await ask('?q=a', off.tag)).status).toBe(200);
    await remove('newer');
  });
});
