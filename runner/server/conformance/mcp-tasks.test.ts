import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { Sent } from '../fixtures/start-runner.ts';
import { ask, can, taskAt, taskOf } from '../fixtures/task-client.ts';

const waits = { timeout: 30_000 };
/** A sleep that no other program sleeps, so that it is known among them. */
const seconds = `601.${process.pid}${Date.now() % 10_000}`;
const sleeps = (): boolean => spawnSync('pgrep', ['-f', `sleep ${seconds}`]).status === 0;
const unknown = { code: -32602 };

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const shows = `import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
const server = new McpServer({ name: 'shows', version: '1' });
const outputSchema = fromJsonSchema({ type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] });
server.registerTool('shows', { description: 'Shows', annotations: { readOnlyHint: true }, outputSchema }, async () => {
  await new Promise((done) => setTimeout(done, 1000));
  return {
    content: [{ type: 'text', text: 'Look:' }, { type: 'image', data: '${png}', mimeType: 'image/png' }],
    structuredContent: { sum: 3 },
  };
});
`;
/** Asks when it has become a task, two questions at once and then one more. */
const asks = `export default (pi) => ({
  name: 'asks', label: 'Asks', description: 'Asks', parameters: pi.typebox.Type.Object({}),
  async execute() {
    await new Promise((done) => setTimeout(done, 1000));
    const both = await Promise.all([pi.ui.input('Name?', 'hint'), pi.ui.input('Place?', 'hint')]);
    const sure = await pi.ui.confirm('Sure?', 'Really');
    return { content: [{ type: 'text', text: JSON.stringify([...both, sure]) }] };
  } });
`;
const accept = (answer: unknown) => ({ action: 'accept', content: { answer } });

onBothEngines('Tasks over MCP', (runner) => {
  const put = (id: string, files: object) =>
    runner().fetch(`/api/tools/${id}`, {
      ...{ method: 'PUT', headers: { 'If-None-Match': '*' }, body: { files } },
    });
  const asPage = (path: string, more: Sent = {}) => runner().fetch(path, { as: 'page', ...more });
  const settle = async (dangerouslyApproveInClient: boolean) => {
    const { settings, revision } = await (await asPage('/api/settings')).json();
    const mcp = { ...settings.mcp, dangerouslyApproveInClient };
    const body = { settings: { ...settings, mcp }, revision };
    await asPage('/api/settings', { method: 'PUT', body });
  };
  beforeAll(async () => {
    await put('slow', shellFolder('sleep 1; echo "said $text"', { id: 'slow' }));
    await put('fails', shellFolder('sleep 1; echo broken; exit 3', { id: 'fails' }));
    await put('sleepy', shellFolder(`sleep ${seconds}`, { id: 'sleepy' }));
    await put('makes', shellFolder('sleep 1; touch "$text"; echo made', { id: 'makes' }));
    await put('shows', { 'index.ts': shows });
    await put('asks', { 'index.ts': asks });
    await runner().fetch('/api/tools?ids=asks,shows');
  });

  test('M27 a call outlives its connection, and its end is what a direct answer would have been', async () => {
    const direct = (
      await ask(runner(), 'tools/call', { name: 'shows', arguments: {} }, can.nothing)
    ).result;
    expect(direct).toMatchObject({ resultType: 'complete', structuredContent: { sum: 3 } });
    expect(direct.content[1]).toMatchObject({ type: 'image', data: png });
    const task = await taskOf(runner(), 'shows');
    expect(task.taskId).toMatch(/^[\w-]{32}$/);
    expect(task).toMatchObject({ pollIntervalMs: 1000 });
    expect(task.ttlMs).toBeGreaterThanOrEqual(3_600_000);
    const over = await taskAt(runner(), task.taskId, 'completed');
    expect(over).toMatchObject({ resultType: 'complete', createdAt: task.createdAt });
    const { content, structuredContent, isError } = direct;
    expect(over.result).toMatchObject({ content, structuredContent, isError });
    expect(Object.keys(over.result._meta)).toEqual(
      Object.keys(direct._meta).filter((name) => name.startsWith('lathe/')),
    );
    expect((await ask(runner(), 'tasks/get', { taskId: task.taskId })).result).toEqual(over);
  });

  test('M27 a call that ends at once is answered at once, and a failure is a result', async () => {
    const wrong = await ask(runner(), 'tools/call', { name: 'slow', arguments: { text: ['a'] } });
    expect(wrong.result).toMatchObject({ resultType: 'complete', isError: true });
    const { taskId } = await taskOf(runner(), 'fails');
    const over = await taskAt(runner(), taskId, 'completed', 'failed');
    expect(over).toMatchObject({ status: 'completed', result: { isError: true } });
    expect(JSON.stringify(over.result.content)).toContain('broken');
  });

  test('M27 clients that do not declare the extension see no sign of it', async () => {
    const named = { taskId: 'x' };
    const methods = ['tasks/get', 'tasks/update', 'tasks/cancel'] as const;
    for (const method of methods) {
      const { error } = await ask(runner(), method, { ...named, inputResponses: {} }, can.nothing);
      expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: can.tasks } });
    }
    const notifications = { toolsListChanged: true, taskIds: ['x'] };
    const listen = await ask(runner(), 'subscriptions/listen', { notifications }, can.nothing);
    expect(listen.error?.code).toBe(-32021);
    const body = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: {
        ...{ protocolVersion: '2025-11-25', clientInfo: { name: 'test', version: '1' } },
        capabilities: can.tasks,
      },
    };
    const headers = { Accept: 'application/json, text/event-stream' };
    const older = await runner().fetch('/mcp', { method: 'POST', body, headers });
    const text = await older.text();
    expect(text).toContain('"capabilities"');
    expect(text).not.toContain('tasks');
  });

  test("M28 another caller's task is unknown to it, and goes on", async () => {
    const { taskId } = await taskOf(runner(), 'slow', { text: 'mine' });
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update'])
      for (const [as, id] of [['user', taskId] as const, ['admin', `${taskId}x`] as const]) {
        const given = { taskId: id, inputResponses: {} };
        const said = await ask(runner(), method, given, can.tasks, as);
        expect([method, said.error]).toMatchObject([method, unknown]);
      }
    const over = await taskAt(runner(), taskId, 'completed', 'cancelled');
    expect(over.result.content).toEqual([{ type: 'text', text: 'said mine\n' }]);
  });

  test('M28 cancelling a task ends its program', async () => {
    const { taskId } = await taskOf(runner(), 'sleepy');
    await expect.poll(sleeps, waits).toBe(true);
    for (let times = 0; times < 2; times += 1) {
      const { result } = await ask(runner(), 'tasks/cancel', { taskId });
      expect(Object.keys(result).sort()).toEqual(['_meta', 'resultType']);
      await expect.poll(sleeps, waits).toBe(false);
      const over = await taskAt(runner(), taskId, 'cancelled');
      expect(over).not.toHaveProperty('result');
    }
    const { runs } = await (await runner().fetch('/api/runs?limit=1')).json();
    expect(runs[0]).toMatchObject({ toolId: 'sleepy', outcome: 'cancelled' });
  });

  test('M28 a caller with 64 tasks that go on gets no more, and is told so at once', async () => {
    const begun = await Promise.all(Array.from({ length: 64 }, () => taskOf(runner(), 'sleepy')));
    try {
      const call = { name: 'slow', arguments: { text: 'x' } };
      const { error } = await ask(runner(), 'tools/call', call);
      expect(error).toMatchObject({ code: -32603 });
      expect(error?.message).toContain('64 tasks of this caller');
      const read = { name: 'Read', arguments: { file_path: 'nowhere.txt' } };
      const other = await ask(runner(), 'tools/call', read, can.nothing);
      expect(other.result.resultType).toBe('complete');
    } finally {
      await Promise.all(begun.map(({ taskId }) => ask(runner(), 'tasks/cancel', { taskId })));
    }
    for (const { taskId } of begun) await taskAt(runner(), taskId, 'cancelled');
    await taskOf(runner(), 'slow', { text: 'x' });
  });

  test('M29 an approval waits for the page while no program is connected, and its task says so', async () => {
    const leave = new AbortController();
    await asPage('/api/changes', { signal: leave.signal });
    try {
      const { taskId } = await taskOf(runner(), 'makes', { text: 'by-task.txt' });
      const said = await taskAt(runner(), taskId, 'working');
      expect(said.statusMessage).toContain("waits for a person's approval");
      const { approvals } = await (await asPage('/api/approvals')).json();
      const { id, runId } = approvals[0];
      const body = { id, answer: 'allow', scope: 'once' };
      await asPage(`/api/runs/${runId}/decision`, { method: 'POST', body });
      const over = await taskAt(runner(), taskId, 'completed');
      expect(over.result.content).toEqual([{ type: 'text', text: 'made\n' }]);
    } finally {
      leave.abort();
    }
  });

  test('M29 what a task asks is answered one by one, and no question has the name of another', async () => {
    const { taskId } = await taskOf(runner(), 'asks', {}, can.tasksAndForms);
    const asked = async (count: number) => {
      const keys = async () =>
        Object.keys((await taskAt(runner(), taskId, 'input_required', 'completed')).inputRequests);
      await expect.poll(keys, waits).toHaveLength(count);
      return (await taskAt(runner(), taskId, 'input_required')).inputRequests;
    };
    const answer = (inputResponses: object) =>
      ask(runner(), 'tasks/update', { taskId, inputResponses });
    const both = await asked(2);
    expect(Object.values(both)).toMatchObject([
      { method: 'elicitation/create', params: { message: 'Name?' } },
      { method: 'elicitation/create', params: { message: 'Place?' } },
    ]);
    const [name = '', place = ''] = Object.keys(both);
    expect((await answer({ other: accept('x'), [place]: accept('here') })).result).toBeDefined();
    expect(Object.keys(await asked(1))).toEqual([name]);
    await answer({ [name]: accept('me'), [place]: accept('there') });
    const keys = async () =>
      Object.keys((await taskAt(runner(), taskId, 'input_required')).inputRequests);
    await expect.poll(keys, waits).not.toContain(name);
    const [sure = ''] = await keys();
    expect([name, place]).not.toContain(sure);
    await answer({ [sure]: accept(true) });
    const over = await taskAt(runner(), taskId, 'completed');
    expect(over.result.content).toEqual([{ type: 'text', text: '["me","here",true]' }]);
    const bare = await ask(runner(), 'tasks/update', { taskId });
    expect(bare.error).toMatchObject(unknown);
  });

  test('M29 what is asked before there is a task is asked as of every call, and counts only if the settings say so', async () => {
    const call = { name: 'makes', arguments: { text: 'by-client.txt' } };
    const alone = await ask(runner(), 'tools/call', call, can.tasksAndForms);
    expect(JSON.stringify(alone.result.content)).toMatch(/[Nn]obody/);
    await settle(true);
    try {
      const { result } = await ask(runner(), 'tools/call', call, can.tasksAndForms);
      expect(result).toMatchObject({ resultType: 'input_required' });
      const { requestState } = result;
      const inputResponses = { approval: { action: 'accept', content: { allow: true } } };
      const given = { ...call, requestState, inputResponses };
      const task = (await ask(runner(), 'tools/call', given, can.tasksAndForms)).result;
      expect(task).toMatchObject({ resultType: 'task' });
      expect(task).not.toHaveProperty('requestState');
      const over = await taskAt(runner(), task.taskId, 'completed');
      expect(over.result.content).toEqual([{ type: 'text', text: 'made\n' }]);
    } finally {
      await settle(false);
    }
  });
});
