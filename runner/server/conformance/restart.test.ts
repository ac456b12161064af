import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startRunner, withoutSandboxes } from '../fixtures/start-runner.ts';
import type { EngineName, StartedRunner } from '../fixtures/start-runner.ts';

const folder = {
  'definition.json': JSON.stringify({
    id: 'sleeper',
    description: 'Sleeps',
    parameters: { type: 'object', properties: {} },
  }),
  'execution.sh': 'echo begun; touch begun; sleep 30',
};

const startHere = (engine: EngineName, workspace?: string, port?: number) =>
  startRunner(engine, workspace, port, withoutSandboxes);

/** A second runner over the workspace of one that is gone, with the page as it was. */
async function again(engine: EngineName, before: StartedRunner): Promise<StartedRunner> {
  const after = await startHere(engine, before.workspace, before.port);
  after.cookie = before.cookie;
  after.key = before.key;
  return after;
}

describe.each<EngineName>(['deno', 'node'])('A restart on %s', (engine) => {
  test('keeps the session, the history and what was allowed; a run that was going on has crashed', async () => {
    const before = await (await startHere(engine)).enter();
    const allow = (runner: StartedRunner, asked: string[] = []) => {
      const request = { toolId: 'sleeper', folder, arguments: {} };
      return runner.run(request, 'page', async ({ event, data }) => {
        asked.push(event);
        if (event === 'approval') {
          const body = { id: data.approval.id, answer: 'allow', scope: 'always' };
          const path = `/api/runs/${data.approval.runId}/decision`;
          await runner.fetch(path, { as: 'page', method: 'POST', body });
        }
        if (event === 'output') await runner.stop('SIGKILL');
      });
    };
    await expect(allow(before)).rejects.toThrow();

    const after = await again(engine, before);
    try {
      const answer = await after.fetch('/api/runs', { as: 'page' });
      expect(answer.status).toBe(200);
      const { runs } = await answer.json();
      expect(runs[0]).toMatchObject({ toolId: 'sleeper', outcome: 'crashed', success: false });
      const whole = await (await after.fetch(`/api/runs/${runs[0].id}`, { as: 'page' })).json();
      expect(whole.ending.reason).toContain('The runner stopped');
      const asked: string[] = [];
      await allow(after, asked).catch(() => undefined);
      expect(asked).not.toContain('approval');
      expect(asked).toContain('output');
    } finally {
      await after.discard();
    }
  });

  test('an old program token is no longer good, and the kept secrets are for their owner alone', async () => {
    const before = await (await startHere(engine)).enter();
    await before.stop();
    const after = await again(engine, before);
    try {
      const { token } = before;
      const headers = { Authorization: `Bearer ${token}` };
      expect((await after.fetch('/api/tools', { as: 'nobody', headers })).status).toBe(401);
      const kept = statSync(join(after.workspace, '.lathe/sessions.json'));
      expect(kept.mode & 0o077).toBe(0);
    } finally {
      await after.discard();
    }
  });

  test('two runners do not share a workspace: the second says so and ends', async () => {
    const first = await startHere(engine);
    try {
      await expect(startHere(engine, first.workspace)).rejects.toThrow(/open in another runner/);
    } finally {
      await first.discard();
    }
  });
});

test.each<[EngineName, string, RegExp, string]>([
  ['deno', 'zh_CN.UTF-8', /^对两个数/, '[calc] 结果: {output}'],
  ['node', 'zh_TW.UTF-8', /^对两个数/, '[calc] 结果: {output}'],
  ['node', 'de_DE.UTF-8', /^Adds, subtracts/, '[calc] result: {output}'],
])(
  'A first start on %s in %s places the examples in its words',
  async (engine, locale, says, rule) => {
    const before = [...withoutSandboxes, `LC_ALL=${locale}`];
    const runner = await (await startRunner(engine, undefined, undefined, before)).enter();
    try {
      const { files } = await (await runner.fetch('/api/tools/calc', { as: 'page' })).json();
      expect(JSON.parse(files['definition.json']).description).toMatch(says);
      expect(JSON.parse(files['return.json']).template).toBe(rule);
    } finally {
      await runner.discard();
    }
  },
);
