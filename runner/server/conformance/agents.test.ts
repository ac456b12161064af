import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ToolAgentSettings } from '../../../shared/protocol/settings.ts';
import { ToolAgentResult } from '../../../shared/protocol/conversations/tool-agent.ts';
import type { Step as RunStep } from '../../../shared/tool/run/step.ts';
import { FakeProvider } from '../../conversations/fixtures/provider.ts';
import type { Says, Step } from '../../conversations/fixtures/provider-script.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import type { As, ServerEvent } from '../fixtures/start-runner.ts';

const MODEL = 'local:mock-model';

interface Sent {
  messages: { role: string; content: string }[];
  tools?: { function: { name: string } }[];
}

let provider: FakeProvider;
beforeAll(async () => {
  provider = await FakeProvider.start();
});
afterAll(() => provider.close());

const calls = (...rows: [name: string, args: object][]): Says => ({
  calls: rows.map(([name, args], at) => ({ id: `c${at}`, name, arguments: args })),
});
const write = (file_path: string): [string, object] => ['Write', { file_path, contents: 'one' }];
const usage = { usage: { input: 10, output: 2 } };
const sent = (at: number): Sent => provider.bodies<Sent>()[at] as Sent;
const toolsSent = (at: number) => (sent(at).tools ?? []).map((one) => one.function.name);
const told = (at: number, role: string) =>
  sent(at).messages.flatMap((message) => (message.role === role ? [message.content] : []));

const end = (events: ServerEvent[]) => {
  const { result, ending } = events.at(-1)?.data ?? {};
  const done = ToolAgentResult.safeParse(result?.metadata?.toolAgentResult).data;
  return { result, ending, done };
};
const steps = (events: ServerEvent[]) =>
  events.flatMap(({ event, data }) =>
    event === 'step' ? [data as { phase: string; step: RunStep }] : [],
  );

onBothEngines('Agents', (runner) => {
  const put = (path: string, text: string) => {
    const whole = `${runner().workspace}/${path}`;
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
  };
  const set = async (agent: Partial<ToolAgentSettings>) => {
    const { settings, revision } = await (
      await runner().fetch('/api/settings', { as: 'page' })
    ).json();
    const changed = { ...settings, agent: { ...ToolAgentSettings.parse({}), ...agent } };
    const body = { settings: changed, revision };
    const answer = await runner().fetch('/api/settings', { as: 'page', method: 'PUT', body });
    expect(answer.status).toBe(200);
  };
  const author = async (name: string, more: object = {}) => {
    const spec = { name, description: 'Works on a task', ...more };
    const body = { files: { 'agent.json': JSON.stringify(spec, null, 2) } };
    const headers = { 'If-None-Match': '*' };
    const answer = await runner().fetch(`/api/tools/${name}`, { method: 'PUT', headers, body });
    expect([200, 201, 204]).toContain(answer.status);
  };
  const run = (
    tool: string,
    args: object,
    as: As = 'admin',
    on?: (event: ServerEvent) => unknown,
  ) => runner().run({ tool, arguments: args, steps: true }, as, on);
  const listed = async (id: string) => {
    const { tools } = await (await runner().fetch('/api/tools')).json();
    return tools.find((unit: { id: string }) => unit.id === id);
  };

  beforeAll(async () => {
    const body = { address: provider.address('local') };
    const answer = await runner().fetch('/api/models/local', { as: 'page', method: 'PUT', body });
    expect(answer.status).toBe(200);
  });
  beforeEach(() => set({ model: MODEL }));

  test('delegate is told to nobody without a model, and says why', async () => {
    await set({});
    expect(JSON.stringify((await listed('builtin:delegate')).problems)).toContain(
      'No model is set',
    );
    const declared = async () =>
      (await (await runner().fetch('/api/declarations?provider=mcp')).json()).declarations.map(
        ({ name }: { name: string }) => name,
      );
    expect(await declared()).not.toContain('delegate');
    const asked = { toolId: 'builtin:delegate', arguments: { task: 'x' } };
    const { ending } = end(await runner().run(asked, 'page'));
    expect(ending).toMatchObject({ kind: 'unavailable', reason: /No model is set for agents/ });
    await set({ model: MODEL });
    expect(await declared()).toContain('delegate');
    expect((await listed('builtin:delegate')).problems).toEqual([]);
  });

  test('A3.18 A3.20 A3.24 a delegation comes back with what was done', async () => {
    put('skills/pdf/SKILL.md', '---\ndescription: Reads PDF\n---\n\nDo it');
    await set({ model: MODEL, autoConfirmDangerous: true });
    provider.play(
      {
        text: 'I write. ',
        ...calls(write('a.txt'), write('a.txt'), ['Read', { file_path: 'no' }]),
        ...usage,
      },
      { text: 'It is there.', ...usage },
    );
    const request = { task: 'Write one', context: 'No other', expectedOutcome: 'a.txt is there' };
    const { result, done } = end(await run('delegate', request));
    expect(done).toMatchObject({
      ...{ success: true, summary: 'I write.\n\nIt is there.', filesModified: ['a.txt'] },
      ...{ errors: ['Read: File not found'], toolCallCount: 3, stopReason: 'done' },
      usage: { inputTokens: 20, outputTokens: 4 },
      usageByModel: { [MODEL]: { inputTokens: 20 } },
    });
    expect(done?.steps[2]).toMatchObject({
      ...{ toolName: 'Read', arguments: { file_path: 'no' }, status: 'failed' },
      ...{ error: 'File not found', thinking: 'I write.', summary: 'It is there.' },
    });
    expect(done?.details.split('\n')).toHaveLength(3);
    expect(done?.executionTimeMs).toBeGreaterThan(0);
    expect(result.llmContent).toContain('Files modified: a.txt');
    expect(existsSync(`${runner().workspace}/files/a.txt`)).toBe(true);
    expect(told(0, 'user')).toEqual([
      '# Task\n\nWrite one\n\n# Context\n\nNo other\n\n# Expected outcome\n\na.txt is there',
    ]);
    expect(told(0, 'system').join()).toContain('- pdf: Reads PDF');
    const kept = await (
      await runner().fetch(`/api/conversations/${done?.conversationId}`, { as: 'page' })
    ).json();
    expect(kept.nodes.map(({ role }: { role: string }) => role)).toEqual([
      ...['user', 'answer', 'results', 'answer'],
    ]);
    const { runs } = await (await runner().fetch('/api/runs?tool=builtin:delegate')).json();
    expect(kept.setup.agent).toEqual({ name: 'delegate', depth: 1, runId: runs[0].id });
  });

  test('A3.19 it has every tool that is on once, and not itself', async () => {
    provider.play({ text: 'a' });
    await run('delegate', { task: 'x' });
    const all = toolsSent(0);
    expect(all).toEqual(expect.arrayContaining(['Read', 'Bash', 'Skill', 'calc']));
    expect(all).not.toContain('delegate');
    expect(new Set(all).size).toBe(all.length);
  });

  test('A3.26 A3.37 its steps, text, progress and errors are events of its run', async () => {
    await set({ model: MODEL, autoConfirmDangerous: true });
    provider.play(
      { reasoning: 'Hm', text: 'I look.', ...calls(write('b.txt'), ['nothing', {}]) },
      { status: 400, body: '{"error":{"message":"No"}}' },
    );
    const events = await run('delegate', { task: 'x' });
    const updates = events.flatMap(({ event, data }) => (event === 'update' ? [data.update] : []));
    expect(updates).toEqual(
      expect.arrayContaining([{ text: 'I look.' }, { title: 'Turn 1: 2 calls' }]),
    );
    expect(updates.filter(({ error }) => error !== undefined)).toHaveLength(1);
    const all = steps(events);
    expect(all.map(({ step }) => step.status)).toEqual(
      expect.arrayContaining(['pending', 'awaiting-confirmation', 'completed', 'failed']),
    );
    const ended = new Map(all.map(({ step }) => [step.id, step]));
    expect(ended.get('0-c0/call')).toMatchObject({
      ...{ type: 'write', turnIndex: 0, toolCallId: 'c0', status: 'completed' },
    });
    expect(ended.get('0-c0/call')?.thinking).toContain('I look.');
    expect(ended.get('0-c1/call')).toMatchObject({ title: 'nothing', status: 'failed' });
    const whole = ended.get('call');
    expect(whole).toMatchObject({ type: 'delegate', status: 'failed' });
    expect(whole?.toolAgentResult).toMatchObject({ success: false, toolCallCount: 2 });
    expect(end(events).done?.stopReason).toBe('error');
  });

  test('A3.26 what the model says of results is the summary of their steps', async () => {
    provider.play(calls(['Glob', { pattern: '*' }]), { text: 'Two files.' });
    const all = steps(await run('delegate', { task: 'x' }));
    const of = all.filter(({ step }) => step.id === '0-c0/call');
    expect(of.map(({ phase }) => phase)).toEqual(['start', 'complete', 'complete']);
    expect(of.at(-1)?.step.summary).toBe('Two files.');
  });

  test('A3.23 what would be asked for is refused to a program, and the model is told', async () => {
    provider.play(calls(write('refused.txt')), { text: 'I could not.' });
    const { done } = end(await run('delegate', { task: 'x' }));
    expect(done).toMatchObject({ success: false, filesModified: [], stopReason: 'done' });
    expect(told(1, 'tool').join()).toContain('needs approval, and nobody can be asked here');
    expect(existsSync(`${runner().workspace}/files/refused.txt`)).toBe(false);
  });

  test('A3.23 a person who started it is asked in its place', async () => {
    provider.play(calls(write('asked.txt')), { text: 'Done.' });
    const decide = async ({ event, data }: ServerEvent) => {
      if (event !== 'step' || data.step.status !== 'awaiting-confirmation') return;
      const { approvals } = await (await runner().fetch('/api/approvals', { as: 'page' })).json();
      const body = { id: approvals[0].id, answer: 'allow' };
      await runner().fetch(`/api/runs/${approvals[0].runId}/decision`, {
        ...{ as: 'page', method: 'POST', body },
      });
    };
    const { done } = end(await run('delegate', { task: 'x' }, 'page', decide));
    expect(done).toMatchObject({ success: true, filesModified: ['asked.txt'] });
  });

  test('A3.23 what is forbidden is refused whatever the settings confirm', async () => {
    await set({ model: MODEL, autoConfirmDangerous: true });
    const health = await (await runner().fetch('/api/health')).json();
    expect(health.loosened).toContain('agents-confirm-themselves');
    provider.play(
      calls(['Bash', { command: 'sudo rm -rf /' }], ['Bash', { command: 'touch ok' }]),
      {
        text: 'Hm.',
      },
    );
    const { done } = end(await run('delegate', { task: 'x' }));
    expect(done?.steps.map(({ status }) => status)).toEqual(['failed', 'success']);
    expect(done?.errors.join()).toContain('Dangerous command blocked');
  });

  test('A3.22 A3.36 the limit of calls holds inside of a turn', async () => {
    await set({ model: MODEL, maxToolCalls: 2 });
    provider.play(calls(...[1, 2, 3, 4].map((): [string, object] => ['Glob', { pattern: '*' }])));
    const { done, result } = end(await run('delegate', { task: 'x' }));
    expect(done).toMatchObject({ toolCallCount: 2, stopReason: 'max-calls', success: true });
    expect(done?.steps.map(({ status }) => status)).toEqual([
      ...['success', 'success', 'failed', 'failed'],
    ]);
    expect(result.llmContent).toContain('the limit of calls is reached');
    expect(provider.requests).toHaveLength(1);
  });

  test('A3.21 A3.25 turns, time and errors end it, and it says which', async () => {
    await author('brief', { limits: { maxTurns: 1 } });
    provider.play(calls(['Glob', { pattern: '*' }]));
    expect(end(await run('brief', { task: 'x' })).done?.stopReason).toBe('max-turns');
    provider.play({ text: 'Nothing to do.' });
    const none = end(await run('delegate', { task: 'x' })).done;
    expect(none).toMatchObject({ success: true, toolCallCount: 0, stopReason: 'done' });
    provider.play({ after: 200, says: { text: 'x'.repeat(2000) } });
    const cut = end(await run('delegate', { task: 'x' }));
    expect(cut.done).toMatchObject({ success: false, stopReason: 'error' });
    expect(cut.ending.kind).toBe('failed');
    await set({ model: MODEL, timeoutMs: 1_000 });
    provider.play({ silent: true });
    const late = end(await run('delegate', { task: 'x' }));
    expect(late.ending).toMatchObject({ kind: 'timed-out', afterMs: 1_000 });
    expect(late.done?.stopReason).toBe('timeout');
  });

  test('an agent says how much its model is to think', async () => {
    await author('thinker', { reasoning: 'low', tools: [] });
    provider.play({ text: 'Thought over' });
    await run('thinker', { task: 'x' });
    expect(provider.bodies()[0]?.reasoning_effort).toBe('low');
  });

  test('what agents used counts for the conversation that set them to work, once, at any depth', async () => {
    const { settings, revision } = await (
      await runner().fetch('/api/settings', { as: 'page' })
    ).json();
    const prices = { [MODEL]: { inputPerMillion: 1_000, outputPerMillion: 10_000 } };
    const put = {
      as: 'page' as const,
      method: 'PUT',
      body: { settings: { ...settings, prices }, revision },
    };
    expect((await runner().fetch('/api/settings', put)).status).toBe(200);
    await author('outer', { tools: ['inner'] });
    await author('inner', { tools: [] });
    const body = { setup: { model: MODEL, tools: ['outer'] } };
    const begin = async () =>
      (await (await runner().fetch('/api/conversations', { method: 'POST', body })).json()).id;
    const ask = async (id: string) => {
      const path = `/api/conversations/${id}/turns`;
      const sent = { as: 'page' as const, method: 'POST', body: { parent: null, text: 'Go' } };
      const events: ServerEvent[] = [];
      for await (const event of runner().events(path, sent)) events.push(event);
      return events;
    };
    const took = async (id: string) =>
      (await runner().fetch(`/api/conversations/${id}/export?format=md`)).text();
    provider.play(
      { ...calls(['outer', { task: 'x' }]), ...usage },
      { ...calls(['inner', { task: 'x' }]), ...usage },
      { text: 'Inner', ...usage },
      { text: 'Outer', ...usage },
      { text: 'All', ...usage },
    );
    const id = await begin();
    const events = await ask(id);
    expect(events.at(-1)?.data.stopReason).toBe('done');
    // Five answers of 10 and 2 tokens; 0.01 and 0.02 dollars each.
    expect(await took(id)).toContain('Tokens: 50 in, 10 out; cost: 0.15 USD');
    // Both branches rest on the same run.
    const { nodes } = await (await runner().fetch(`/api/conversations/${id}`)).json();
    const results = nodes.find(({ role }: { role: string }) => role === 'results');
    const twice = { ...results, id: 'again' };
    const copy = { setup: body.setup, nodes: [...nodes, twice] };
    const brought = await (
      await runner().fetch('/api/conversations', { method: 'POST', body: copy })
    ).json();
    expect(await took(brought.id)).toContain('Tokens: 50 in, 10 out; cost: 0.15 USD');
  });

  test('A3.36 a name alone is one of the provider of the settings', async () => {
    await set({ providerId: 'local', model: 'other-model' });
    provider.play({ text: 'Yes.' });
    expect(end(await run('delegate', { task: 'x' })).done?.usageByModel).toHaveProperty(
      'local:other-model',
    );
    expect(provider.bodies()[0]?.model).toBe('other-model');
  });

  test('an agent of an author is listed, declared, called over MCP, and heeds its file', async () => {
    const parameters = {
      type: 'object',
      properties: { file: { type: 'string', description: 'Which' } },
      required: ['file'],
    };
    await author('lines', { parameters, tools: ['Read', 'gone'], mode: 'plan', system: 'Count.' });
    const unit = await listed('lines');
    expect(unit).toMatchObject({ format: 'agent', language: 'agent' });
    const problem = { code: 'agent-unknown-tool', values: { name: 'gone' }, line: 18, column: 5 };
    expect(unit.problems).toEqual([expect.objectContaining(problem)]);
    const headers = { Authorization: `Bearer ${runner().token}` };
    const transport = new StreamableHTTPClientTransport(new URL(`${runner().origin}/mcp`), {
      requestInit: { headers },
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'lines')?.inputSchema).toMatchObject(parameters);
    provider.play({ text: 'Three lines.' });
    const answer = await client.callTool({ name: 'lines', arguments: { file: 'a.txt' } });
    expect(answer.content).toEqual([{ type: 'text', text: 'Three lines.' }]);
    await client.close();
    expect(toolsSent(0)).toEqual(['Read']);
    expect(told(0, 'system').join()).toContain('Count.');
    expect(told(0, 'user')).toEqual(['# Input\n\n{\n  "file": "a.txt"\n}']);
  });

  test('an answer that has to fit a schema is mended once, and refused then', async () => {
    const output = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    await author('counts', { output });
    provider.play({ text: 'Three!' }, { text: '```json\n{"n": 3}\n```' });
    expect(end(await run('counts', { task: 'x' })).result).toMatchObject({
      ...{ success: true, llmContent: '{\n  "n": 3\n}' },
    });
    expect(told(1, 'user').at(-1)).toContain('does not fit the JSON Schema');
    provider.play({ text: '{"n": "3"}' }, { text: '{"m": 3}' });
    const { result, ending, done } = end(await run('counts', { task: 'x' }));
    expect(ending).toMatchObject({ kind: 'failed', fault: { class: 'OutputError' } });
    expect(result.llmContent).toContain('though the model was told what is wrong');
    expect(done?.success).toBe(false);
    expect(told(1, 'user').at(-1)).toContain('n: ');
  });

  test('agents stand three deep at most, and what they use is counted upwards', async () => {
    await author('deep', { tools: ['deep'] });
    const again = { ...calls(['deep', { task: 'x' }]), ...usage };
    const says: Says = { text: 'Enough.', ...usage };
    provider.play(again, again, again, says, says, says);
    const { done } = end(await run('deep', { task: 'x' }));
    expect(provider.requests).toHaveLength(6);
    expect(told(3, 'tool').join()).toContain('at most 3 levels deep');
    expect(done?.usage).toEqual({ inputTokens: 60, outputTokens: 12 });
  });

  test('A3.21 one stop ends the whole tree', async () => {
    await author('trunk', { tools: ['twig'] });
    await author('twig', { tools: [] });
    let arrived = () => undefined as void;
    const inFlight = new Promise<void>((settle) => (arrived = settle));
    const silent: Step = () => {
      arrived();
      return { silent: true };
    };
    provider.play(calls(['twig', { task: 'x' }]), silent);
    let id = '';
    const running = run('trunk', { task: 'x' }, 'admin', ({ event, data }) => {
      if (event === 'started') id = data.runId;
    });
    await inFlight;
    await runner().fetch(`/api/runs/${id}`, { method: 'DELETE' });
    const { ending, done } = end(await running);
    expect(ending.kind).toBe('cancelled');
    expect(done?.stopReason).toBe('cancelled');
    const { runs } = await (await runner().fetch('/api/runs?tool=twig')).json();
    expect(runs.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['cancelled']);
  });

  test.each([
    ['wrong_field', { temprature: 1 }, 'agent-unknown-field', 'warning', 1],
    ['wrong_limit', { limits: { maxTurns: 0 } }, 'agent-bad-field', 'error', 0],
    ['wrong_schema', { output: { type: 'text' } }, 'agent-bad-output', 'error', 1],
  ])('%s in a file is said where it stands', async (name, more, code, severity, tools) => {
    await author(name, more);
    const unit = await listed(name);
    const problem = expect.objectContaining({ code, severity, line: expect.any(Number) });
    expect(unit.problems).toEqual([problem]);
    expect(unit.problems[0].line).toBeGreaterThan(3);
    expect(unit.tools).toHaveLength(tools);
  });
});
