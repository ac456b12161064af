import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHere } from './fixtures/on-this-engine.ts';
import type { RunnerHere } from './fixtures/on-this-engine.ts';

const folder = {
  'definition.json': JSON.stringify({
    id: 'mine',
    description: 'Adds two numbers',
    parameters: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  }),
  'execution.py': 'print({a} + 1)\n',
};

let runner: RunnerHere;
beforeEach(async () => {
  runner = await startHere();
  await runner.enter();
});
afterEach(() => runner.discard());

const call = async (a: number) => {
  const body = { toolId: 'mine', folder, arguments: { a } };
  const headers = { Accept: 'application/json' };
  const answer = await runner.fetch('/api/runs', { method: 'POST', body, headers });
  return (await answer.json()).result.llmContent;
};

const runs = async () => (await (await runner.fetch('/api/runs')).json()).runs;

test('trial calls are made, not stored, and not reported', async () => {
  const leave = new AbortController();
  const heard: unknown[] = [];
  const open = await runner.fetch('/api/changes', { as: 'page', signal: leave.signal });
  const hearing = (async () => {
    for await (const bytes of open.body ?? []) heard.push(new TextDecoder().decode(bytes));
  })().catch(() => undefined);
  expect(await runner.rehearse()).toBeGreaterThan(0);
  expect(await runs()).toEqual([]);
  const decided = await runner.fetch('/api/decisions', { as: 'page' });
  expect(await decided.json()).toEqual({ kept: [], past: [] });
  // The line of a person's own run comes after whatever a rehearsal would have told.
  expect(await call(6)).toBe('7\n');
  expect(await runs()).toMatchObject([{ toolId: 'mine', success: true }]);
  leave.abort();
  await hearing;
  expect(heard.join('')).not.toContain('rehearsal');
  expect(runner.complaints).toEqual([]);
}, 120_000);

test('a call during a rehearsal is answered, and is the only one in the history', async () => {
  const rehearsing = runner.rehearse();
  for (const a of [1, 2, 3]) expect(await call(a)).toBe(`${a + 1}\n`);
  expect(await rehearsing).toBeGreaterThan(0);
  expect(await runs()).toHaveLength(3);
}, 120_000);

test('no trial calls are made if tool calls are turned off', async () => {
  const { settings, revision } = await (await runner.fetch('/api/settings', { as: 'page' })).json();
  const body = { settings: { ...settings, enableToolCalls: false }, revision };
  const answer = await runner.fetch('/api/settings', { as: 'page', method: 'PUT', body });
  expect(answer.status).toBe(200);
  expect(await runner.rehearse()).toBe(0);
});

test('a runner that shuts down ends its rehearsal', async () => {
  const rehearsing = runner.rehearse();
  await runner.discard();
  expect(await rehearsing).toBeLessThan(100);
});

test.each(['192.168.1.5', '0.0.0.0', '::', ''])(
  'nothing is rehearsed by a runner bound to "%s", whose secret another program would get',
  async (boundTo) => {
    const seen: string[] = [];
    const hears = async ({ url }: Request) => seen.push(url);
    const elsewhere = await startHere({ boundTo, hears });
    expect(await elsewhere.rehearse()).toBe(0);
    expect(seen).toEqual([]);
    await elsewhere.discard();
  },
);

test('the secret of a rehearsal is valid only for its own request', async () => {
  let got: Promise<unknown> | undefined;
  // The first request is held until the others are answered, so that its secret is good all the while.
  const hears = async (request: Request) => (got ? undefined : (got = tryAll(request)));
  const tryAll = async (request: Request) => {
    const body = await request.clone().text();
    const { origin } = new URL(request.url);
    const Authorization = request.headers.get('Authorization') ?? '';
    const headers = {
      Authorization,
      Accept: 'application/json',
      'Content-Type': 'application/json',
    };
    const asked = async (path: string, init: RequestInit) => {
      const answer = await fetch(`${origin}${path}`, { headers, ...init });
      await answer.text();
      return answer.status;
    };
    const post = { method: 'POST', body };
    return {
      itself: await asked('/api/runs', post),
      another: await asked('/api/runs', { ...post, body: body.replace('{a} + {b}', '{b} + {a}') }),
      longer: await asked('/api/runs', { ...post, body: `${body} ` }),
      broken: await asked('/api/runs', { ...post, body: body.slice(0, -1).concat('x') }),
      streamed: await asked('/api/runs', {
        ...post,
        body: new Blob([body]).stream(),
        ...{ duplex: 'half' },
      }),
      list: await asked('/api/runs', { method: 'GET' }),
      query: await asked('/api/runs?a', post),
      settings: await asked('/api/settings', { method: 'GET' }),
      draft: await asked('/api/drafts', post),
      mcp: await asked('/mcp', post),
    };
  };
  const heard = await startHere({ hears });
  expect(await heard.rehearse()).toBeGreaterThan(0);
  const others = ['another', 'longer', 'broken', 'streamed', 'list', 'query', 'settings'];
  const refused = [...others, 'draft', 'mcp'].map((name) => [name, 401]);
  expect(await got).toEqual({ itself: 200, ...Object.fromEntries(refused) });
  await heard.discard();
}, 120_000);
