import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { startRunner } from '../fixtures/start-runner.ts';
import type { ServerEvent } from '../fixtures/start-runner.ts';

const source = `"""Use for sums."""

def add(a: int, b: int = 10) -> dict:
    """Adds.

    Args:
        a (int): First.
        b (int): Second, 10 if left out.
    """
    print('{"success": true, "result": "noise"}')
    return {"sum": a + b}

def shout(text: str) -> str:
    """Shouts."""
    return text.upper()

def odd():
    """Answers with what is no JSON."""
    return {1, 2}

async def slow(seconds: float):
    """Waits."""
    import asyncio
    await asyncio.sleep(seconds)

def fails():
    """Fails."""
    print("so far")
    raise ValueError("no luck")

def _private(): pass

add.executionPolicy = "ask-once"
add.format = lambda result, args: f"{args['a']} more makes {result['sum']}"
shout.format = lambda result, args: 1 / 0
`;

onBothEngines('Script modules', (runner, engine) => {
  const folder = (id: string) => join(runner().workspace, 'tools', id);
  const put = (id: string, file: string, text: string, at?: number) => {
    mkdirSync(folder(id), { recursive: true });
    writeFileSync(join(folder(id), file), text);
    if (at !== undefined) utimesSync(join(folder(id), file), at, at);
  };
  const cache = (id: string, file = `${id}.tool.json`) =>
    JSON.parse(readFileSync(join(folder(id), file), 'utf8'));
  /** A list waits only so long for what has to be read, and is told of again when it is. */
  const listed = async (id: string) => {
    for (let tries = 0; ; tries += 1) {
      const answer = await (await runner().fetch('/api/tools')).json();
      const entry = answer.tools.find((tool: { id: string }) => tool.id === id);
      const waits = entry.problems.some(({ code }: { code: string }) => code === 'module-unread');
      if (!waits || tries > 5) return entry;
    }
  };
  const parsed = (id: string) =>
    runner()
      .complaints.join('')
      .split('\n')
      .filter((line) => line.includes(`modules: read "${id}/`)).length;
  const last = (events: ServerEvent[]) => events.at(-1)?.data;
  const run = async (tool: string, args: object, more: object = {}) =>
    last(
      await runner().run(
        { toolId: 'sums', tool, arguments: args, ...more },
        'page',
        async ({ event, data }) => {
          if (event !== 'approval') return;
          const body = { id: data.approval.id, answer: 'allow', scope: 'session' };
          const path = `/api/runs/${data.approval.runId}/decision`;
          await runner().fetch(path, { as: 'page', method: 'POST', body });
        },
      ),
    );

  test(
    'A0.2 A0.3 A0.4 A0.30 a dropped script shows its tools and gets its cache',
    { timeout: 120_000 },
    async () => {
      put('sums', 'sums.py', source);
      const entry = await listed('sums');
      expect(entry).toMatchObject({ format: 'script-module', language: 'python', enabled: true });
      expect(entry.tools.map(({ name }: { name: string }) => name)).toEqual([
        ...['add', 'shout', 'odd', 'slow', 'fails'],
      ]);
      expect(cache('sums')).toMatchObject({
        type: 'PythonModule',
        name: 'sums',
        scriptPath: 'sums.py',
        rulePrompt: 'Use for sums.',
        defaultPermissions: { executionPolicy: 'auto', resultApprovalPolicy: 'never' },
        tools: [
          {
            type: 'function',
            function: {
              name: 'add',
              description: 'Adds.',
              parameters: {
                type: 'object',
                properties: {
                  a: { type: 'integer', description: 'First.' },
                  b: { type: 'integer', description: 'Second, 10 if left out.', default: 10 },
                },
                required: ['a'],
              },
            },
            executionPolicy: 'ask-once',
            hasFormat: true,
          },
          { function: { name: 'shout' } },
          { function: { name: 'odd' } },
          { function: { name: 'slow' } },
          { function: { name: 'fails' } },
        ],
      });
      expect(cache('sums').lastModified).toBeGreaterThan(1.7e12);
      expect(parsed('sums')).toBe(1);
    },
  );

  test('A0.13 A0.16 A0.20 A0.32 A0.33 A0.39 a function runs; prints spoil nothing', async () => {
    const asked: ServerEvent[] = [];
    const body = { toolId: 'sums', tool: 'add', arguments: { a: 1 } };
    const first = await runner().run(body, 'page', async (event) => {
      if (event.event !== 'approval') return;
      asked.push(event);
      const path = `/api/runs/${event.data.approval.runId}/decision`;
      const decision = { id: event.data.approval.id, answer: 'allow', scope: 'session' };
      await runner().fetch(path, { as: 'page', method: 'POST', body: decision });
    });
    expect(asked).toHaveLength(1);
    expect(last(first)).toMatchObject({
      result: { success: true, llmContent: '1 more makes 11' },
      ending: { value: { sum: 11 }, stdout: '{"success": true, "result": "noise"}\n' },
    });
    expect(JSON.parse(last(first).result.displayContent)).toEqual({ sum: 11 });
    const second = await runner().run(body, 'page');
    expect(second.some(({ event }) => event === 'approval')).toBe(false);
  });

  test('A0.17 a formatter that fails leaves the plain result and a warning', async () => {
    const { result, ending } = await run('shout', { text: 'a' });
    expect(result).toMatchObject({ success: true, llmContent: 'A' });
    expect(ending.warnings[0]).toContain('ZeroDivisionError');
  });

  test.each([
    ['A0.13', 'odd', {}, 'execution_error', 'JSON cannot hold'],
    ['A0.34', 'fails', {}, 'execution_error', 'no luck'],
    ['A0.34', 'add', { a: 'x' }, 'validation_error', 'a'],
  ])('%s %s fails clearly', async (_, tool, args, type, text) => {
    const { result } = await run(tool, args);
    expect(result).toMatchObject({ success: false, error: { type } });
    expect(result.error.message).toContain(text);
  });

  test('A0.34 a name that is no function of the module is refused', async () => {
    const body = { toolId: 'sums', tool: 'nowhere', arguments: {} };
    const answer = await runner().fetch('/api/runs', { method: 'POST', body });
    expect(answer.status).toBe(404);
    expect((await answer.json()).error.hint).toContain('add');
  });

  test('A0.35 a call can be cancelled', async () => {
    const body = { toolId: 'sums', tool: 'slow', arguments: { seconds: 20 } };
    const events = await runner().run(body, 'page', async ({ event, data }) => {
      if (event !== 'started') return;
      await runner().fetch(`/api/runs/${data.runId}`, { as: 'page', method: 'DELETE' });
    });
    expect(last(events).ending.kind).toBe('cancelled');
  });

  test('A0.31 an unsaved module is read as it stands, and an import that fails shows when it runs', async () => {
    const folder = { 'new.py': 'import nowhere\ndef f(x: int):\n    "X."\n    return x' };
    const events = await runner().run({ folder, tool: 'f', arguments: { x: 1 } }, 'page');
    expect(last(events).result.error.message).toContain('nowhere');
  });

  test('A0.25 a script that was touched is not read again, a changed one is', async () => {
    const { etag } = await listed('sums');
    put('sums', 'sums.py', source, Date.now() / 1000 + 60);
    expect((await listed('sums')).etag).toBe(etag);
    expect(parsed('sums')).toBe(1);
    const [touched] = [cache('sums').lastModified];
    expect(touched).toBeGreaterThan(Date.now() + 30_000);
    put('sums', 'sums.py', `${source}\ndef more(): "M"\n`, Date.now() / 1000 - 9000);
    expect((await listed('sums')).tools).toHaveLength(6);
    expect(parsed('sums')).toBe(2);
  });

  test('A0.25 a cache of another maker counts by its times', async () => {
    const old = Date.now() / 1000 - 1000;
    const made = {
      ...{ type: 'PythonModule', name: 'made', scriptPath: '/tmp/x/made.py', extra: 1 },
      tools: [{ type: 'function', function: { name: 'other' }, mine: true }],
      options: { toolkit: 'Kit' },
    };
    put('made', 'made.py', 'class Kit:\n  def f(self): "X"', old);
    put('made', 'made.tool.json', JSON.stringify(made), old + 10);
    expect((await listed('made')).tools).toMatchObject([{ name: 'other' }]);
    expect(parsed('made')).toBe(0);
    put('made', 'made.py', 'class Kit:\n  def f(self): "X"', old + 20);
    expect((await listed('made')).tools).toMatchObject([{ name: 'f' }]);
    expect(parsed('made')).toBe(1);
    expect(cache('made')).toMatchObject({ extra: 1, scriptPath: 'made.py' });
  });

  test('A0.26 A0.27 A0.28 what is broken or gone is told of and costs the others nothing', async () => {
    put('lost', 'lost.tool.json', JSON.stringify({ type: 'PythonModule', name: 'l', tools: [] }));
    put('odd_type', 'odd_type.py', 'def f(): "X"');
    put('odd_type', 'odd_type.tool.json', '{"type": "PerlModule", "name": "x", "tools": []}');
    put('torn', 'torn.py', 'def f(): "X"');
    put('torn', 'torn.tool.json', '{"type": "Pyth');
    put('bad', 'bad.py', 'def f(:');
    put('latin', 'latin.py', '');
    writeFileSync(join(folder('latin'), 'latin.py'), Buffer.from('x = "\xe4"', 'latin1'));
    put('twin', 'sums.py', 'def g(): "X"');
    const codes = async (id: string) =>
      (await listed(id)).problems.map(({ code }: { code: string }) => code);
    expect(await codes('lost')).toContain('missing-script');
    expect((await listed('odd_type')).tools).toHaveLength(1);
    expect((await listed('torn')).tools).toHaveLength(1);
    expect(await codes('bad')).toContain('syntax');
    expect(await codes('latin')).toContain('not-utf8');
    expect(await codes('twin')).toContain('same-group');
    expect(await codes('sums')).toContain('same-group');
    expect((await listed('sums')).tools).toHaveLength(6);
    rmSync(folder('twin'), { recursive: true });
  });

  test.each([
    ['PythonModule', 'from_python', 'python'],
    ['PowerShellModule', 'Get-Twin', 'powershell'],
    ['BashModule', 'from_bash', 'bash'],
  ])(
    'A0.27 of scripts with one name a cache of type %s is about its own',
    async (type, name, id) => {
      put('twins', 'twins.ps1', 'function Get-Twin { 1 }');
      put('twins', 'twins.py', 'def from_python(): "X"');
      put('twins', 'twins.sh', '# @cmd Says it\nfrom_bash() { :; }');
      put('twins', 'twins.tool.json', JSON.stringify({ type, name: 'Twins', tools: [] }), 5);
      const entry = await listed('twins');
      expect(entry).toMatchObject({ language: id, tools: [{ name }] });
      // The two others are told of, and the cache that somebody else wrote stays of its type.
      const codes = entry.problems.map(({ code }: { code: string }) => code);
      expect(codes.filter((code: string) => code === 'same-group')).toHaveLength(2);
      expect(cache('twins').type).toBe(type);
      rmSync(folder('twins'), { recursive: true });
    },
  );

  test.each([
    ['PowerShellModule', '"gone.ps1"'],
    ['PythonModule', '"gone.py"'],
    ['PerlModule', '"gone.py" or "gone.ps1"'],
  ])('A0.27 a cache of type %s without a script asks for %s', async (type, script) => {
    put('gone', 'gone.tool.json', JSON.stringify({ type, name: 'g', tools: [] }));
    const { problems, tools } = await listed('gone');
    expect(tools).toEqual([]);
    expect(problems).toMatchObject([
      { code: 'missing-script', message: expect.stringContaining(`add ${script}`) },
    ]);
    rmSync(folder('gone'), { recursive: true });
  });

  test('A0.1 A0.21 A0.27 a PowerShell script is read without PowerShell, and says what a call needs', async () => {
    const script =
      '<#\n.SYNOPSIS\nDisks.\n#>\n# TOOL_CONFIG: {"executionPolicy": "auto"}\nfunction Get-Disk {\n  param([Parameter(Mandatory)][string]$Name)\n  $Name\n}';
    put('disks', 'disks.ps1', script);
    const entry = await listed('disks');
    expect(entry).toMatchObject({
      language: 'powershell',
      tools: [{ name: 'Get-Disk', policies: { execution: 'auto', result: 'never' } }],
    });
    expect(cache('disks')).toMatchObject({ type: 'PowerShellModule', rulePrompt: 'Disks.' });
    const { hosts } = await (await runner().fetch('/api/health')).json();
    if (hosts.powershell.ready) return;
    const body = { toolId: 'disks', tool: 'Get-Disk', arguments: { Name: 'C' } };
    const { result, ending } = last(await runner().run(body, 'page'));
    expect(ending.kind).toBe('unavailable');
    expect(result.error.message).toContain('PowerShell');
  });

  test('A0.22 defaults of PowerShell make no parameters, and attributes and types are read', async () => {
    const script = `function Get-Thing {
  param(
    [string]$Text = 'a, (b) "c" $d',
    [string]$When = (Get-Date -Format "x, y"),
    [string]$Where = "$HOME/$(1, 2)",
    $Code = { param($inner, $other) $inner },
    [Parameter(Mandatory)][ValidateSet('one', 'two')][string]$Choice,
    [ValidateRange(1, 9)][int]$Count = 3,
    [switch]$Force,
    [string[]]$Names = @('a', 'b'),
    [hashtable]$Table = @{ x = 1 }
  )
  $Text
}`;
    put('things', 'things.ps1', script);
    const [tool] = (await listed('things')).tools;
    const { properties, required } = tool.parameters;
    expect(Object.keys(properties)).toEqual([
      ...['Text', 'When', 'Where', 'Code', 'Choice', 'Count', 'Force', 'Names', 'Table'],
    ]);
    expect(required).toEqual(['Choice']);
    expect(properties).toMatchObject({
      Text: { type: 'string', default: 'a, (b) "c" $d' },
      Choice: { type: 'string', enum: ['one', 'two'] },
      Count: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
      Force: { type: 'boolean' },
      Names: { type: 'array', items: { type: 'string' }, default: ['a', 'b'] },
      Table: { type: 'object', default: { x: 1 } },
    });
    for (const name of ['When', 'Where', 'Code'])
      expect(properties[name]).not.toHaveProperty('default');
  });

  test('a script that can no longer be parsed keeps its last good tools, marked stale', async () => {
    put('sums', 'sums.py', 'def add(:');
    const entry = await listed('sums');
    expect(entry.tools).toHaveLength(6);
    const codes = entry.problems.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['syntax', 'module-stale']));
    put('sums', 'sums.py', source);
    expect((await listed('sums')).tools).toHaveLength(5);
  });

  test('A0.24 A0.29 .syncignore is looked at first', async () => {
    writeFileSync(join(runner().workspace, '.syncignore'), 'secret_*\n');
    put('secret_one', 'secret_one.py', 'def f(): "X"');
    const entry = await listed('secret_one');
    expect(entry.tools).toEqual([]);
    expect(entry.problems).toMatchObject([{ code: 'sync-ignored' }]);
    expect(parsed('secret_one')).toBe(0);
    put('open', 'open.py', 'def f(): "X"');
    put('open', '.syncignore', 'x\n');
    expect((await listed('open')).problems).toMatchObject([
      { code: 'sync-caches', fix: { edits: [{ text: '*.tool.json\n' }] } },
    ]);
  });

  test('the interface of three-layer tools writes over no module, and says what to do', async () => {
    put('kept', 'kept.py', 'def f(): "X"');
    const body = { id: 'kept', description: 'Other', execution_code: 'print(1)' };
    const answer = await runner().fetch('/api/admin/custom-tools', { method: 'POST', body });
    expect(answer.status).toBe(409);
    expect((await answer.json()).error).toMatchObject({
      code: 'other-format',
      path: 'id',
      hint: 'Save its files with PUT /api/tools/kept, or choose another id',
    });
    expect((await listed('kept')).tools).toMatchObject([{ name: 'f' }]);
  });

  test('a script that is ignored is not exported', async () => {
    put('hushed', 'hushed.py', 'def f(): "X"');
    const get = (format = '') => runner().fetch(`/api/tools/hushed/export${format}`);
    expect((await get()).status).toBe(200);
    writeFileSync(join(runner().workspace, '.syncignore'), 'secret_*\nhushed*\n');
    expect(await (await get()).json()).toMatchObject({
      error: { code: 'sync-ignored', hint: 'Take the line out of ".syncignore" first' },
    });
    expect((await get('?format=mcp-server')).status).toBe(422);
    writeFileSync(join(runner().workspace, '.syncignore'), 'secret_*\n');
    expect((await get()).status).toBe(200);
  });

  test('A0.38 a group that is off stays off, and a folder without a word keeps its state', async () => {
    const body = { enabled: false };
    await runner().fetch('/api/tools/made/enabled', { as: 'page', method: 'PUT', body });
    expect((await listed('made')).enabled).toBe(false);
    const file = join(runner().workspace, '.lathe/settings.json');
    expect(JSON.parse(readFileSync(file, 'utf8')).groupDefaults).toEqual({ made: false });
    expect((await listed('open')).enabled).toBe(true);
  });

  test('two folders with a script of one name have a switch each', async () => {
    const on = async (id: string) => (await listed(id)).enabled;
    const turn = (id: string, enabled: boolean) =>
      runner().fetch(`/api/tools/${id}/enabled`, { as: 'page', method: 'PUT', body: { enabled } });
    put('left', 'pair.py', 'def f(): "X"');
    put('right', 'pair.py', 'def g(): "X"');
    expect([await on('left'), await on('right')]).toEqual([true, true]);
    await turn('left', false);
    expect([await on('left'), await on('right')]).toEqual([false, true]);
    await turn('left', true);
    expect([await on('left'), await on('right')]).toEqual([true, true]);
    // Off as a group, before there was a second one of the name.
    rmSync(folder('right'), { recursive: true });
    await listed('left');
    await turn('left', false);
    put('right', 'pair.py', 'def g(): "X"');
    expect([await on('left'), await on('right')]).toEqual([false, false]);
    await turn('right', true);
    expect([await on('left'), await on('right')]).toEqual([false, true]);
    for (const id of ['left', 'right']) rmSync(folder(id), { recursive: true });
  });

  test('a saved script tells the pages of its new schema, and its save conflicts with nothing', async () => {
    const files = { 'live.py': 'def f(a: int): "X"' };
    const headers = { 'If-None-Match': '*' };
    const made = await runner().fetch('/api/tools/live', {
      ...{ as: 'page', method: 'PUT', headers, body: { files } },
    });
    const etag = made.headers.get('ETag') ?? '';
    expect((await listed('live')).tools).toHaveLength(1);
    const next = { 'live.py': 'def f(a: int): "X"\ndef g(): "X"' };
    const saved = await runner().fetch('/api/tools/live', {
      ...{ as: 'page', method: 'PUT', headers: { 'If-Match': etag }, body: { files: next } },
    });
    expect(saved.status).toBe(200);
    expect((await listed('live')).tools).toHaveLength(2);
  });

  test(
    'A0.36 A0.37 A0.38 a second start reads nothing, and the groups are as they were',
    { timeout: 120_000 },
    async () => {
      const before = (await (await runner().fetch('/api/tools')).json()).tools;
      const { workspace } = runner();
      await runner().stop();
      const again = await startRunner(engine, workspace);
      const after = (await (await again.fetch('/api/tools')).json()).tools;
      expect(after.map(({ id, tools, enabled }: typeof after) => ({ id, tools, enabled }))).toEqual(
        before.map(({ id, tools, enabled }: typeof after) => ({ id, tools, enabled })),
      );
      expect(again.complaints.join('')).not.toContain('modules: read');
      await again.stop();
    },
  );
});
