import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { As, ServerEvent } from '../fixtures/start-runner.ts';

const python = (source: string, more: object = {}) => ({
  'definition.json': JSON.stringify({
    id: 'py',
    description: 'Runs a program',
    parameters: {
      type: 'object',
      properties: { text: { type: 'string' }, items: { type: 'array' } },
    },
    ...more,
  }),
  'execution.py': source,
});

onBothEngines('Runs', (runner) => {
  beforeAll(() => runner().ready('python'));

  const last = (events: ServerEvent[]) => events.at(-1)?.data;
  const decide = (approval: { runId: string; id: string }, body: object, as: As = 'page') =>
    runner().fetch(`/api/runs/${approval.runId}/decision`, {
      ...{ as, method: 'POST' },
      body: { id: approval.id, ...body },
    });
  /** A run from the page whose question is answered like this. */
  const runAnswering = (body: object, decision: object) =>
    runner().run(body, 'page', async ({ event, data }) => {
      if (event === 'approval') expect((await decide(data.approval, decision)).status).toBe(204);
    });
  const names = (events: ServerEvent[]) => events.map(({ event }) => event);
  const once = { answer: 'allow', scope: 'once' };

  test('calc runs from its saved folder to both contents', async () => {
    const events = await runner().run({ toolId: 'calc', arguments: { a: 1, op: '+', b: 2 } });
    expect(names(events)[0]).toBe('started');
    expect(names(events).at(-1)).toBe('ended');
    expect(last(events)).toMatchObject({
      type: 'ended',
      result: { success: true, llmContent: '3\n', displayContent: '[calc] result: 3' },
      ending: { kind: 'finished', exitCode: 0 },
    });
  });

  test('A3.17 a caller that accepts JSON alone gets success, result and error at once', async () => {
    const ask = async (args: object) => {
      const answer = await runner().fetch('/api/runs', {
        as: 'admin',
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: { toolId: 'calc', arguments: args },
      });
      expect(answer.status).toBe(200);
      return answer.json();
    };
    expect(await ask({ a: 1, op: '+', b: 2 })).toMatchObject({
      success: true,
      result: { llmContent: '3\n', displayContent: '[calc] result: 3' },
    });
    const failed = await ask({ a: 1, op: '/', b: 0 });
    expect(failed).toMatchObject({ success: false, error: { type: 'execution_error' } });
    expect(failed.error.message).toContain('division by zero');
  });

  test('an unsaved folder runs as it stands in the editor', async () => {
    const body = { folder: python("print('{text}', 'draft')"), arguments: { text: 'a' } };
    expect(last(await runner().run(body, 'page')).result.llmContent).toBe('a draft\n');
  });

  test.each([
    "'; import os; print(os.environ) #",
    '"""\nraise SystemExit(9)\n"""',
    '{text.__class__}',
    "\\' + str(1/0) + \\'",
    '$(touch /tmp/x) `id` ; rm -rf / #',
    '\u2028\u0085\ufeff😀',
  ])('promise 8: the text %j stays data in Python and in bash', async (text) => {
    const told = await runner().run({
      folder: python("print('{text}', end='')"),
      arguments: { text },
    });
    expect(last(told).ending).toMatchObject({ kind: 'finished', stdout: text });
    const script = { folder: shellFolder('printf %s "$text"'), arguments: { text } };
    expect(last(await runAnswering(script, once)).ending).toMatchObject({ stdout: text });
  });

  test('promise 10: an argument of 1 MB arrives whole', async () => {
    const text = 'x'.repeat(1_000_000);
    const body = { folder: python("print(len('{text}'))"), arguments: { text } };
    expect(last(await runner().run(body)).ending.stdout).toBe('1000000\n');
  });

  test('output arrives while the tool sleeps', async () => {
    const folder = shellFolder('echo first; sleep 1; echo second');
    const told: string[] = [];
    const events = await runner().run(
      { folder, arguments: {} },
      'page',
      async ({ event, data }) => {
        if (event === 'approval') await decide(data.approval, once);
        told.push(event === 'output' ? data.text : event);
      },
    );
    expect(told.filter((one) => one.trim() === 'first' || one.trim() === 'second')).toHaveLength(2);
    expect(last(events).ending.stdout).toBe('first\nsecond\n');
  });

  test.each([
    ['python', python('while True:\n    pass\n')],
    ['bash', shellFolder('sleep 60')],
  ])('DELETE cancels a run in %s', async (_, folder) => {
    const events = await runner().run(
      { folder, arguments: {} },
      'page',
      async ({ event, data }) => {
        if (event === 'approval') await decide(data.approval, once);
        if (event !== 'started') return;
        const path = `/api/runs/${data.runId}`;
        setTimeout(() => void runner().fetch(path, { method: 'DELETE' }), 600);
      },
    );
    expect(last(events).ending.kind).toBe('cancelled');
    const path = `/api/runs/${events[0]?.data.runId}`;
    expect((await runner().fetch(path, { method: 'DELETE' })).status).toBe(404);
    expect((await (await runner().fetch(path)).json()).outcome).toBe('cancelled');
  });

  test('a run of the page goes on when the page goes away, and is heard again from its beginning', async () => {
    const script = 'echo x > begun; echo first; until [ -e go ]; do sleep 0.1; done; echo second';
    const body = { folder: shellFolder(script), arguments: {} };
    /** What is told until `leave` says that it was enough. */
    const hear = async (path: string, leave: (event: ServerEvent) => unknown, more = {}) => {
      const heard: ServerEvent[] = [];
      for await (const event of runner().events(path, { as: 'page', ...more })) {
        heard.push(event);
        if (await leave(event)) break;
      }
      return heard;
    };
    const isAsked = ({ event }: ServerEvent) => event === 'approval';
    const [begun] = await hear('/api/runs', isAsked, { method: 'POST', body });
    const path = `/api/runs/${begun?.data.runId}/events`;
    const asked = await hear(path, isAsked);
    expect(names(asked)).toEqual(['started', 'approval']);
    expect(asked[0]?.data).toMatchObject({ of: { tool: 'shell', arguments: {} } });
    expect((await decide(asked[1]?.data.approval, once)).status).toBe(204);
    const printed = await hear(path, ({ event }) => event === 'output');
    expect(names(printed)).toEqual(['started', 'output']);
    expect((await runner().fetch(path, { as: 'user' })).status).toBe(404);
    const whole = await hear(path, ({ event }) => {
      if (event === 'output') writeFileSync(join(runner().workspace, 'files/go'), '');
    });
    expect(names(whole)).toEqual(['started', 'output', 'output', 'ended']);
    expect(last(whole).ending).toMatchObject({ kind: 'finished', stdout: 'first\nsecond\n' });
    expect((await runner().fetch(path)).status).toBe(404);
  });

  test('what the person thought about is not the time of the tool', async () => {
    const thought = 1_500;
    const events = await runner().run(
      { folder: shellFolder('echo thought > about'), arguments: {} },
      'page',
      async ({ event, data }) => {
        if (event !== 'approval') return;
        await new Promise((settle) => setTimeout(settle, thought));
        await decide(data.approval, once);
      },
    );
    const { durationMs } = last(events).ending;
    const kept = await (await runner().fetch(`/api/runs/${events[0]?.data.runId}`)).json();
    expect(kept.durationMs).toBe(durationMs);
    const [confirm, call] = kept.steps;
    expect(confirm).toMatchObject({ type: 'bash-confirm' });
    expect(confirm.durationMs).toBeGreaterThanOrEqual(thought - 100);
    // The record has the whole time apart: it began before the question, and the call after it.
    expect(call.timestamp - kept.startedAt).toBeGreaterThanOrEqual(thought - 100);
  });

  test('A3.17 a caller of one answer that goes away cancels its run', async () => {
    const leave = new AbortController();
    const folder = python('while True: pass  # left alone');
    const answer = runner().fetch('/api/runs', {
      as: 'admin',
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: { folder, toolId: 'left_alone', arguments: {} },
      signal: leave.signal,
    });
    setTimeout(() => leave.abort(), 2_000);
    await expect(answer.then((begun) => begun.text())).rejects.toThrow(/abort/i);
    const outcomes = async () => {
      const { runs } = await (await runner().fetch('/api/runs?tool=left_alone')).json();
      return runs.map(({ outcome }: { outcome: string }) => outcome);
    };
    await expect.poll(outcomes, { timeout: 8_000 }).toEqual(['cancelled']);
  });

  test('promise 4: a tool that hangs costs its own call, and health answers meanwhile', async () => {
    const folder = python('while True: pass', { timeout: 1 });
    let hasEnded = false;
    const run = runner().run({ folder, arguments: {} });
    void run.then(() => (hasEnded = true));
    expect((await runner().fetch('/api/health')).status).toBe(200);
    expect(hasEnded).toBe(false);
    expect(last(await run)).toMatchObject({
      result: { success: false, error: { type: 'timeout_error' } },
      ending: { kind: 'timed-out' },
    });
  });

  test('promise 7: with nobody there a bash run is denied at once, and says what to do', async () => {
    const events = await runner().run(
      { folder: shellFolder('echo ran > here'), arguments: {} },
      'admin',
    );
    expect(names(events)).toEqual(['started', 'ended']);
    expect(last(events).ending).toMatchObject({ kind: 'denied', stdout: '' });
    expect(last(events).ending.reason).toContain('Nobody is there');
    expect(existsSync(join(runner().workspace, 'files/here'))).toBe(false);
  });

  test('promise 7: a program cannot answer its own question; the page can, and sees it after a reload', async () => {
    const { events, run } = runner();
    const script = 'echo from a program | tee said';
    const page = events.call(runner(), '/api/changes', { as: 'page' });
    // The page is there once its stream has begun, which its first event need not wait for.
    const first = page.next();
    await new Promise((settle) => setTimeout(settle, 300));
    const told = await run.call(
      runner(),
      { folder: shellFolder(script), arguments: { text: 'x' } },
      'admin',
      async ({ event, data }) => {
        if (event !== 'approval') return;
        expect(data).toMatchObject({ type: 'approval', tool: 'shell', about: 'execution' });
        expect(data.approval.expiresAt - Date.now()).toBeGreaterThan(4 * 60_000);
        expect((await decide(data.approval, once, 'admin')).status).toBe(403);
        expect((await decide(data.approval, once, 'user')).status).toBe(403);
        expect((await decide(data.approval, once, 'nobody')).status).toBe(401);
        expect((await first).value).toMatchObject({ event: 'approval', data: data.approval });
        const waiting = await runner().fetch('/api/approvals', { as: 'page' });
        expect((await waiting.json()).approvals).toEqual([data.approval]);
        const other = { ...data.approval, runId: 'another' };
        expect((await decide(other, once)).status).toBe(404);
        expect((await decide(data.approval, once)).status).toBe(204);
        expect((await decide(data.approval, once)).status).toBe(404);
      },
    );
    await page.return(undefined);
    expect(last(told).ending).toMatchObject({ kind: 'finished', stdout: 'from a program\n' });
    const waiting = await runner().fetch('/api/approvals', { as: 'page' });
    expect((await waiting.json()).approvals).toEqual([]);
  });

  test('promise 5: a script that only reads runs unasked, in a box that lets nothing be written', async () => {
    const folder = shellFolder('ls "$text"');
    const events = await runner().run({ folder, arguments: { text: '.' } });
    expect(names(events)).not.toContain('approval');
    expect(last(events).ending).toMatchObject({ kind: 'finished', layers: ['bubblewrap'] });
    // The values that it is given are judged with it: this one leads out.
    const outside = await runner().run({ folder, arguments: { text: '/etc' } }, 'admin');
    expect(last(outside).ending.kind).toBe('denied');
  });

  test('A3.28 what is forbidden is refused unasked, even where it was allowed before', async () => {
    const body = { folder: shellFolder('echo a > b; $text ls'), arguments: { text: 'sudo' } };
    const events = await runAnswering(body, { answer: 'allow', scope: 'session' });
    expect(names(events)).toEqual(['started', 'ended']);
    expect(last(events)).toMatchObject({
      result: { success: false, error: { type: 'permission_error' } },
      ending: { kind: 'denied', stdout: '' },
    });
    expect(last(events).result.llmContent).toMatch(/^Command is forbidden: "sudo"/);
  });

  test('A3.37 the steps of a run show a question while it waits, and what came of it', async () => {
    const waiting: unknown[] = [];
    const body = { folder: shellFolder('echo ran > steps'), arguments: {} };
    const events = await runner().run(body, 'page', async ({ event, data }) => {
      if (event !== 'approval') return;
      const living = await runner().fetch(`/api/runs/${data.runId}/steps`);
      waiting.push(...(await living.json()).steps);
      await decide(data.approval, { answer: 'allow' });
    });
    expect(waiting).toMatchObject([
      { type: 'bash', status: 'pending' },
      { type: 'bash-confirm', status: 'awaiting-confirmation' },
    ]);
    const path = `/api/runs/${events[0]?.data.runId}/steps`;
    expect((await (await runner().fetch(path)).json()).steps).toMatchObject([
      { type: 'bash-confirm', status: 'completed' },
      { type: 'bash', status: 'completed' },
    ]);
    expect((await runner().fetch(path, { as: 'user' })).status).toBe(404);
  });

  test('promise 7: a denied run does nothing', async () => {
    const body = { folder: shellFolder('echo ran > denied'), arguments: {} };
    const events = await runAnswering(body, { answer: 'deny' });
    expect(last(events)).toMatchObject({
      result: { success: false, error: { type: 'permission_error' } },
      ending: { kind: 'denied' },
    });
    expect(existsSync(join(runner().workspace, 'files/denied'))).toBe(false);
  });

  test('promise 7: what is allowed for the session is one exact text, tool and arguments', async () => {
    const body = (script: string, text: string) => ({
      folder: shellFolder(script),
      arguments: { text },
    });
    const isAsked = async (request: object) =>
      names(await runAnswering(request, once)).includes('approval');
    const first = body('echo "kept $text" | tee kept', 'a');
    await runAnswering(first, { answer: 'allow', scope: 'session' });
    expect(await isAsked(first)).toBe(false);
    expect(await isAsked(body('echo "kept $text" | tee kept', 'b'))).toBe(true);
    expect(await isAsked(body('echo "kept $text" | tee kept ', 'a'))).toBe(true);
    expect(await isAsked({ ...first, folder: { ...first.folder, 'x.txt': '' } })).toBe(true);
  });

  test('other arguments than those asked for are asked for anew', async () => {
    const texts: string[] = [];
    const body = { folder: shellFolder('echo "got $text" | tee got'), arguments: { text: 'a' } };
    const events = await runner().run(body, 'page', async ({ event, data }) => {
      if (event !== 'approval') return;
      texts.push(data.approval.arguments.text);
      await decide(data.approval, { ...once, arguments: { text: 'b' } });
    });
    expect(texts).toEqual(['a', 'b']);
    expect(last(events).ending.stdout).toBe('got b\n');
  });

  test('the history lists, filters, pages and opens runs', async () => {
    for (const b of [1, 2, 3]) {
      await runner().run({ toolId: 'calc', arguments: { a: 1, op: '+', b } });
    }
    const get = async (path: string, as: As = 'admin') =>
      (await runner().fetch(path, { as })).json();
    const first = await get('/api/runs?tool=calc&limit=2');
    expect(first.runs.map((run: { arguments: { b: number } }) => run.arguments.b)).toEqual([3, 2]);
    expect(first.total).toBeGreaterThanOrEqual(3);
    expect(first.runs[0]).not.toHaveProperty('ending');
    const second = await get(`/api/runs?tool=calc&limit=1&before=${first.next}`);
    expect(second.runs[0].arguments.b).toBe(1);
    const whole = await get(`/api/runs/${first.runs[0].id}`);
    expect(whole).toMatchObject({ result: { llmContent: '4\n' }, ending: { kind: 'finished' } });
    const denied = await get('/api/runs?outcome=denied');
    expect(denied.runs.length).toBeGreaterThan(0);
    expect(new Set(denied.runs.map((run: { outcome: string }) => run.outcome))).toEqual(
      new Set(['denied']),
    );
    expect((await get('/api/runs', 'user')).runs).toEqual([]);
    expect((await get('/api/runs?success=false&limit=200')).runs).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ success: true })]),
    );
    expect((await get('/api/runs?q=kept+tee')).runs).toEqual([]);
    expect((await get('/api/runs?q=%22b%22:3&tool=calc')).runs[0].id).toBe(first.runs[0].id);
    const durations = await get('/api/runs/durations?tool=calc&points=2');
    expect(durations.buckets).toHaveLength(2);
    expect(durations.tools).toContainEqual({ id: 'calc', count: durations.count });
    const { steps } = await get(`/api/runs/${first.runs[0].id}/steps`);
    expect(steps).toMatchObject([{ type: 'tool_call', title: 'calc', status: 'completed' }]);
    expect(whole.steps).toEqual(steps);
    for (const query of ['limit=0', 'limit=x', 'outcome=nonsense', 'success=maybe']) {
      expect((await runner().fetch(`/api/runs?${query}`)).status).toBe(400);
    }
  });

  test('a folder that holds no tool is a request that cannot be run, and says why', async () => {
    const broken = { 'definition.json': '{\n "id": "x",\n}', 'execution.py': 'print(1)' };
    for (const folder of [broken, { 'execution.py': 'print(1)' }, {}]) {
      const answer = await runner().fetch('/api/runs', {
        ...{ method: 'POST', body: { folder, arguments: {} } },
      });
      expect(answer.status).toBe(422);
      expect((await answer.json()).error.message).toMatch(/definition\.json/);
    }
  });

  test('no argument and no token stands in what it says on stderr', () => {
    expect(runner().complaints.join('')).toBe('');
    const settings = readFileSync(join(runner().workspace, '.lathe/sessions.json'), 'utf8');
    expect(settings).not.toContain(runner().key);
  });
});
