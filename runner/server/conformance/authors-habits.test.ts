import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { ToolSummary } from '../../../shared/protocol/tools.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

const script = `"""Rules."""
def add(a: int, b: int = 2) -> int:
    """Adds two numbers.

    Args:
        a (int): The first
        b (int): The second
    """
    return a + b

def forever() -> int:
    """Never ends."""
    while True:
        pass
`;

onBothEngines('What authors do to their files', (runner) => {
  const at = (...path: string[]) => join(runner().workspace, 'tools', ...path);
  const write = (id: string, files: Record<string, string>) => {
    mkdirSync(at(id), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(at(id, name), text);
  };
  const get = async (path: string, as: 'admin' | 'page' = 'admin') =>
    (await runner().fetch(path, { as })).json();
  const listed = async (id: string): Promise<ToolSummary> =>
    (await get(`/api/tools?ids=${id}`)).tools[0];
  const run = async (body: object) =>
    (await runner().run({ arguments: {}, ...body }, 'page')).at(-1)?.data;
  beforeAll(() => runner().ready('python'));

  test('A0.5 A0.23 a cache tells of its script, its path counts for nothing, and a moved folder works', async () => {
    write('before', { 'sums.py': script });
    expect((await listed('before')).tools.map(({ name }) => name)).toEqual(['add', 'forever']);
    const cache = JSON.parse(readFileSync(at('before', 'sums.tool.json'), 'utf8'));
    expect(cache).toMatchObject({
      ...{ type: 'PythonModule', name: 'sums', scriptPath: 'sums.py', rulePrompt: 'Rules.' },
      defaultPermissions: { executionPolicy: 'auto', resultApprovalPolicy: 'never' },
      lastModified: expect.any(Number),
    });
    expect(cache.tools[0]).toMatchObject({ type: 'function', function: { name: 'add' } });
    const elsewhere = { ...cache, scriptPath: '/etc/passwd' };
    writeFileSync(at('before', 'sums.tool.json'), JSON.stringify(elsewhere));
    const sum = { tool: 'add', arguments: { a: 3 } };
    expect((await run({ toolId: 'before', ...sum })).result.llmContent).toBe('5');
    renameSync(at('before'), at('after'));
    expect((await listed('after')).tools.map(({ name }) => name)).toEqual(['add', 'forever']);
    expect((await run({ toolId: 'after', ...sum })).result.llmContent).toBe('5');
    expect(await listed('before')).toBeUndefined();
    rmSync(at('after'), { recursive: true });
  });

  test('A0.35 a function of a module ends at the time that the settings give it', async () => {
    const { settings, revision } = await get('/api/settings', 'page');
    const limits = { ...settings.limits, defaultTimeoutMs: 700 };
    const body = { settings: { ...settings, limits }, revision };
    const answer = await runner().fetch('/api/settings', { as: 'page', method: 'PUT', body });
    expect(answer.status).toBe(200);
    const { result, ending } = await run({ folder: { 'sums.py': script }, tool: 'forever' });
    expect(ending).toMatchObject({ kind: 'timed-out', afterMs: 700 });
    expect(result.error.type).toBe('timeout_error');
    const next = await get('/api/settings', 'page');
    const back = { settings, revision: next.revision };
    await runner().fetch('/api/settings', { as: 'page', method: 'PUT', body: back });
  });

  const layered = (more: object, code: string, returns?: object) => ({
    'definition.json': JSON.stringify({
      ...{ id: 'habits', description: 'Says something about a text', ...more },
    }),
    'execution.py': code,
    ...(returns ? { 'return.json': JSON.stringify(returns) } : {}),
  });
  const parameters = {
    type: 'object',
    properties: { text: { type: 'string', description: 'Any text' } },
    required: ['text'],
  };
  const plain = `print('{text}')\n`;
  const cut = { truncate: 100 };
  test.each<[string, string, Record<string, string>]>([
    [
      'A1.27',
      'destructive-call',
      layered({ parameters }, `import shutil\nshutil.rmtree('{text}')\n`, cut),
    ],
    ['A1.27', 'destructive-call', layered({ parameters }, `import os\nos.remove('{text}')\n`, cut)],
    ['A1.27', 'eval-of-argument', layered({ parameters }, `print(eval('{text}'))\n`, cut)],
    ['A1.27', 'eval-of-argument', layered({ parameters }, `exec('{text}')\n`, cut)],
    ['A1.43', 'id-not-snake', layered({ parameters, id: 'sayHabits' }, plain, cut)],
    ['A1.43', 'timeout-too-long', layered({ parameters, timeout: 100_000 }, plain, cut)],
    ['A1.43', 'no-return', layered({ parameters }, plain)],
    ['A1.43', 'no-truncate', layered({ parameters }, plain, { template: '{output}' })],
    ['A1.43', 'short-description', layered({ parameters, description: 'Says' }, plain, cut)],
  ])('%s %s is pointed out, and the tool is there all the same', async (_, code, files) => {
    write('habits', files);
    const { tools, problems } = await listed('habits');
    rmSync(at('habits'), { recursive: true });
    expect(tools).toHaveLength(1);
    expect(problems.map((one) => one.code)).toContain(code);
  });

  test('A1.27 A1.43 what follows the guide is pointed out for nothing', async () => {
    write('habits', layered({ parameters }, plain, cut));
    const { problems } = await listed('habits');
    rmSync(at('habits'), { recursive: true });
    expect(problems).toEqual([]);
  });
});
