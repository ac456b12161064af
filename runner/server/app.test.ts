import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { sha256 } from '../platform/sha256.ts';
import type { Answer } from '../platform/platform.ts';
import { newSecret } from '../store/secrets.ts';
import { Sessions } from '../store/sessions.ts';
import { createApp } from './app.ts';
import { Assets } from './assets.ts';
import type { Caller } from './guard/credential.ts';
import { eventStream } from './http/event-stream.ts';
import { route, type Access, type Route } from './http/route.ts';

type As = Caller | 'nobody';

const folder = mkdtempSync(join(tmpdir(), 'lathe-app-'));
const secrets = { page: newSecret(), admin: newSecret(), user: newSecret() };
const host = '127.0.0.1:7';
const logged: string[] = [];
let answer: Answer;
let asPage: Record<string, string>;
let left: { gone: AbortSignal; settle: (value: unknown) => void } | undefined;

/** A route of each access, which says who called it, and some that break. */
const table: Route[] = [
  ...(['open', 'known', 'author', 'page', 'program'] as const).map((access: Access) =>
    route({
      ...{ method: 'GET', path: `/api/${access}`, access, summary: '' },
      handle: ({ caller }) => new Response(caller ?? 'nobody'),
    }),
  ),
  route({
    ...{ method: 'PUT', path: '/api/things/:id', access: 'known', summary: '', bodyBytes: 100 },
    body: z.strictObject({ list: z.array(z.object({ size: z.number() })) }),
    handle: ({ params, query, body }) => Response.json({ params, q: query.get('q'), body }),
  }),
  route({
    ...{ method: 'GET', path: '/api/stream', access: 'known', summary: '' },
    handle: () => eventStream((_send, gone) => new Promise((settle) => (left = { gone, settle }))),
  }),
  route({
    ...{ method: 'GET', path: '/beside', access: 'known', summary: '' },
    handle: () => new Response('beside'),
  }),
  ...(['GET', 'DELETE'] as const).flatMap((method) => [
    route({
      ...{ method, path: '/api/full', access: 'open', summary: '' },
      handle: () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' })),
    }),
    route({
      ...{ method, path: '/api/broken', access: 'open', summary: '' },
      handle: () => Promise.reject(new Error('a bug')),
    }),
  ]),
];

beforeAll(async () => {
  mkdirSync(join(folder, 'web/api'), { recursive: true });
  for (const name of ['index.html', 'a.txt', 'api/b.txt'])
    writeFileSync(join(folder, 'web', name), `the file ${name}`);
  const sessions = await Sessions.open(nodeDisk, folder, sha256(secrets.page));
  const begun = await sessions.begin(secrets.page);
  asPage = { Cookie: `lathe_7=${begun?.cookie}`, 'X-Lathe-Session': begun?.key ?? '' };
  answer = createApp({
    routes: table,
    credentials: { sessions, admin: sha256(secrets.admin), user: sha256(secrets.user) },
    address: () => ({ port: 7, authorities: [host] }),
    assets: await Assets.open(nodeDisk, join(folder, 'web')),
    log: (line) => logged.push(line),
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

function ask(
  path: string,
  { as = 'nobody', rawPath = path, headers = {}, ...init }: Sent = {},
): Response | Promise<Response> {
  const credential =
    as === 'nobody' ? {} : as === 'page' ? asPage : { Authorization: `Bearer ${secrets[as]}` };
  const all = { Host: host, ...credential, ...headers };
  return answer(new Request(`http://${host}${path}`, { ...init, headers: all }), { rawPath });
}
interface Sent {
  as?: As;
  rawPath?: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

const callers: As[] = ['nobody', 'user', 'admin', 'page'];

test.each<[Access, As[]]>([
  ['open', ['nobody', 'user', 'admin', 'page']],
  ['known', ['user', 'admin', 'page']],
  ['author', ['admin', 'page']],
  ['page', ['page']],
  ['program', ['user', 'admin']],
])('promise 2: a route with access %s answers only %j', async (access, admitted) => {
  for (const as of callers) {
    const said = await ask(`/api/${access}`, { as });
    if (admitted.includes(as)) {
      expect(await said.text(), as).toBe(as);
      continue;
    }
    expect(said.status, as).toBe(as === 'nobody' ? 401 : 403);
    const { error } = await said.json();
    expect(error).toMatchObject({ code: as === 'nobody' ? 'no-credential' : 'not-allowed' });
    if (as === 'nobody') expect(error.hint).toMatch(/Open the address/);
    else expect(error.message).toMatch(/^Only .+ may do this$/);
  }
});

test('HEAD of a stream of events leaves nothing that goes on', async () => {
  const said = await ask('/api/stream', { as: 'user', method: 'HEAD' });
  expect([said.status, said.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(left?.gone.aborted).toBe(true);
  left?.settle(undefined);
});

test.each([
  ['GET', '/', 200],
  ['GET', '/a.txt', 200],
  ['HEAD', '/a.txt', 200],
  ['GET', '/nothing.txt', 404],
  ['POST', '/a.txt', 401],
  ['XGET', '/a.txt', 401],
  ['GETX', '/a.txt', 401],
  ['GET', '/api/b.txt', 401],
  ['GET', '/api', 401],
  ['HEAD', '/api/known', 401],
  ['DELETE', '/api/open', 401],
  ['GET', '/api/open/', 401],
  // What looks like a file's path and is a route asks for its credential all the same.
  ['GET', '/beside', 401],
])('promise 2: without a credential %s %s gets %d', async (method, path, status) => {
  expect((await ask(path, { method })).status).toBe(status);
});

test.each([
  ['/api/b.txt', 404],
  ['/nothing', 404],
])('with a credential GET %s gets %d', async (path, status) => {
  const said = await ask(path, { as: 'admin' });
  expect(said.status).toBe(status);
  expect((await said.json()).error.code).toBe('not-found');
});

describe('refusals before routing', () => {
  test.each<[string, Sent, number, string]>([
    ['a path in disguise', { rawPath: '/api//open' }, 400, 'bad-path'],
    ['another host', { headers: { Host: 'evil.example' } }, 403, 'wrong-host'],
    ['another origin', { headers: { Origin: 'http://evil.example' } }, 403, 'wrong-origin'],
  ])('%s', async (_, sent, status, code) => {
    const said = await ask('/api/open', { as: 'admin', ...sent });
    expect(said.status).toBe(status);
    const { error } = await said.json();
    expect(error.code).toBe(code);
    expect('hint' in error).toBe(code === 'wrong-host');
    expect(said.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('a host that is not a valid address', async () => {
    const request = { headers: new Headers({ Host: 'a b' }), method: 'GET', url: 'http://a b/' };
    const said = await answer(request as Request, { rawPath: '/' });
    expect(said.status).toBe(403);
  });
});

test.each([
  ['/', null, 'DENY'],
  ['/api/open', 'no-store', 'DENY'],
  ['/api/nothing', 'no-store', 'DENY'],
  ['/sandbox/x', null, 'SAMEORIGIN'],
])('the answer to %s carries the policy', async (path, cached, framed) => {
  const { headers } = await ask(path);
  if (cached !== null) expect(headers.get('Cache-Control')).toBe(cached);
  else expect(headers.get('Cache-Control')).not.toBe('no-store');
  expect(headers.get('X-Frame-Options')).toBe(framed);
  const sandboxed = headers.get('Content-Security-Policy')?.includes("connect-src 'none'");
  expect(sandboxed).toBe(framed === 'SAMEORIGIN');
});

describe('a body', () => {
  const json = { 'Content-Type': 'application/json' };
  const put = (body: string, path = '/api/things/a%20b?q=1') => {
    const headers = { ...json, 'Content-Length': String(body.length) };
    return ask(path, { as: 'user', method: 'PUT', body, headers });
  };

  test('is checked and passed on with the parameters of the path', async () => {
    const said = await put('{"list": [{"size": 1}]}');
    const body = { list: [{ size: 1 }] };
    expect(await said.json()).toEqual({ params: { id: 'a b' }, q: '1', body });
  });

  test.each<[string, number, string, string | undefined]>([
    ['{"list": [{"size": 1}, {"size": "x"}]}', 400, 'bad-body', 'list.1.size'],
    ['[]', 400, 'bad-body', undefined],
    ['{', 400, 'not-json', undefined],
    [`{"list": [${' '.repeat(100)}]}`, 413, 'body-too-large', undefined],
  ])('%j is refused', async (body, status, code, path) => {
    const said = await put(body);
    expect(said.status).toBe(status);
    const { error } = await said.json();
    expect(error).toMatchObject({ code });
    expect(error.path).toBe(path);
    expect('path' in error).toBe(path !== undefined);
    if (path !== undefined) {
      expect(error.message).toBe('Expected a number, got a string of 1 character');
      const given = { code: 'given-characters', values: { count: 1 } };
      const values = { expected: { code: 'number' }, given };
      expect(error.reason).toEqual({ code: 'unlike', values });
    }
    expect(error.message).toMatch(/./);
  });
});

test.each([
  ['DELETE', '/api/full', 507, 'disk-full', 0],
  ['GET', '/api/full', 500, 'broken', 1],
  ['GET', '/api/broken', 500, 'broken', 1],
  ['DELETE', '/api/broken', 500, 'broken', 1],
])('%s %s, which throws, gets %d', async (method, path, status, code, lines) => {
  logged.length = 0;
  const said = await ask(path, { as: 'admin', method });
  expect(said.status).toBe(status);
  const { error } = await said.json();
  expect(error).toMatchObject({ code, hint: expect.stringMatching(/./) });
  expect(logged.length).toBe(lines);
  if (lines > 0)
    expect(logged[0]).toMatch(new RegExp(`^${method} ${path}: Error: (a bug|no room)`));
});
