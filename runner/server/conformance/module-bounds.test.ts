import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

/** A module of one tool, `probe`, that runs the body and answers with what it returns. */
const probe = (body: string) => `export default (pi) => ({
  name: 'probe', label: 'Probe', description: 'Tries things',
  parameters: pi.typebox.Type.Object({}),
  async execute(toolCallId, params, onUpdate, ctx, signal) {
    // A command that only reads runs at once.
    const until = async (name) => {
      while (!(await pi.exec('ls', [])).stdout.includes(name));
    };
    const said = async () => { ${body} };
    return { content: [{ type: 'text', text: String(await said()) }] };
  } });`;

onBothEngines('What a module may not leave behind', (runner) => {
  const approvals = async () =>
    (await (await runner().fetch('/api/approvals', { as: 'page' })).json()).approvals;

  const note = (name: string) => writeFileSync(join(runner().workspace, 'files', name), '');

  test('a command that a tool did not wait for cannot be allowed once its run is over', async () => {
    const body = `void pi.exec('touch', ['left']); void pi.exec('touch', ['left']);
      await until('asked-both'); return 'over'`;
    const asked: { id: string; runId: string }[] = [];
    const events = await runner().run(
      { folder: { 'index.ts': probe(body) }, arguments: {} },
      'page',
      ({ event, data }) => {
        if (event === 'approval') asked.push(data.approval);
        if (asked.length === 2) note('asked-both');
      },
    );
    expect(events.at(-1)?.data.result.llmContent).toBe('over');
    expect(asked).toHaveLength(2);
    expect(await approvals()).toEqual([]);
    for (const { id, runId } of asked) {
      const decision = { id, answer: 'allow', scope: 'once' };
      const path = `/api/runs/${runId}/decision`;
      const answer = await runner().fetch(path, { as: 'page', method: 'POST', body: decision });
      expect(answer.status).toBe(404);
    }
    expect(existsSync(join(runner().workspace, 'files', 'left'))).toBe(false);
  });

  test('an approval is withdrawn with the command that it is about, while the run goes on', async () => {
    const body = `const stop = new AbortController();
      const done = pi.exec('touch', ['left'], { signal: stop.signal });
      await until('asked-one'); stop.abort();
      const { killed } = await done; onUpdate({ content: [] });
      await until('counted'); return killed`;
    const open: unknown[] = [];
    const events = await runner().run(
      { folder: { 'index.ts': probe(body) }, arguments: {} },
      'page',
      async ({ event }) => {
        if (event !== 'approval' && event !== 'update') return;
        open.push((await approvals()).length);
        note(event === 'approval' ? 'asked-one' : 'counted');
      },
    );
    expect(open).toEqual([1, 0]);
    expect(events.at(-1)?.data.result.llmContent).toBe('true');
  });
});
