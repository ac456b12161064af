import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolAgentSettings } from '../../../shared/protocol/settings.ts';
import type { ToolAgentResult } from '../../../shared/protocol/tool-agent.ts';
import { FakeProvider, type RawRequest, type Step } from '../../conversations/fixtures/provider.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import type { As, ServerEvent } from '../fixtures/start-runner.ts';

const MODEL = 'local:mock-model';

interface Sent {
  messages: { role: string; content: unknown; tool_calls?: unknown[] }[];
  tools?: { type: string; function: { name: string } }[];
}

let provider: FakeProvider;
beforeAll(async () => {
  provider = await FakeProvider.start();
});
afterAll(() => provider.close());

const calls = (...rows: [name: string, args: object][]): Step => ({
  calls: rows.map(([name, args], at) => ({ id: `c${at}`, name, arguments: args })),
});
const usage = { usage: { input: 10, output: 2 } };
const sent = (at: number): Sent => provider.bodies<Sent>()[at] as Sent;
const toolsSent = (at: number) => (sent(at).tools ?? []).map((one) => one.function.name);

onBothEngines('Agents', (runner) => {
  const put = (path: string, text: string) => {
    const whole = `${runner().workspace}/${path}`;
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  };
  const set = async (agent: Partial<ToolAgentSettings>) => {
    const read = await runner().fetch('/api/settings', { as: 'page' });
    const { settings, revision } = await read.json();
    const changed = { ...settings, agent: { ...settings.agent, ...agent } };
    const answer = await runner().fetch('/api/settings', {
      ...{ as: 'page', method: 'PUT', body: { settings: changed, revision } },
    });
    expect(answer.status).toBe(200);
  };
  const agent = (name: string, more: object = {}) =>
    put(`tools/${name}/agent.json`, JSON.stringify({ name, description: 'Works', ...more }));
  const run = (tool: string, args: object, as: As = 'admin', more: object = {}) =>
    runner().run({ tool, arguments: args, steps: true, ...more }, as);
  const end = (events: ServerEvent[]) => {
    const { result } = events.at(-1)?.data ?? {};
    return { result, agent: result?.metadata?.toolAgentResult as ToolAgentResult };
  };

  beforeAll(async () => {
    const body = { address: provider.address('local') };
    const answer = await runner().fetch('/api/models/local', { as: 'page', method: 'PUT', body });
    expect(answer.status).toBe(200);
  });

  test('delegate is told to nobody without a model, and says why', async () => {
    const { tools } = await (await runner().fetch('/api/tools')).json();
    const unit = tools.find(({ id }: { id: string }) => id === 'builtin:delegate');
    expect(JSON.stringify(unit.problems)).toContain('No model is set for agents');
    const { result } = end(await run('delegate', { task: 'x' }, 'page', { toolId: 'builtin:delegate' }));
    expect(result.llmContent).toContain('No model is set for agents');
  });

  describe('with a model', () => {
    beforeAll(() => set({ model: MODEL }));

    test('A3.18 A3.24 a delegation comes back with what was done', async () => {
      provider.play(
        { text: 'I look first.', ...calls(['Write', { file_path: 'a.txt', contents: 'one' }], ['Read', { file_path: 'none.txt' }]), ...usage },
        { text: 'It is there.', ...usage },
      );
      await set({ autoConfirmDangerous: true });
      const events = await run('delegate', {
        ...{ task: 'Write one', context: 'No other file', expectedOutcome: 'a.txt holds one' },
      });
      const { result, agent: done } = end(events);
      expect(result, JSON.stringify(events.slice(-3))).toMatchObject({ success: true });
      expect(done).toMatchObject({});
      console.log(JSON.stringify(done, null, 1), events.map((e) => `${e.event} ${JSON.stringify(e.data).slice(0, 200)}`).join('\n'));
      console.log(JSON.stringify(sent(0)).slice(0, 3000));
    });
  });
});
