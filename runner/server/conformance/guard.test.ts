import { expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

type Access = 'open' | 'known' | 'author' | 'page' | 'program';

/** Who may do what. Written by hand: a table that is made of the routes would agree with any of them. */
const table: Record<Access, string[]> = {
  open: ['GET /api/health', 'POST /api/session', 'GET /sign-in/callback'],
  known: [
    'GET /api/tools',
    'GET /api/tools/:id',
    'GET /api/declarations',
    'POST /api/runs',
    'GET /api/runs',
    'GET /api/runs/durations',
    'GET /api/runs/:id',
    'GET /api/runs/:id/steps',
    'GET /api/runs/:id/events',
    'DELETE /api/runs/:id',
    'GET /api/openapi.json',
  ],
  author: [
    'GET /api/tools/:id/parameters',
    'PUT /api/tools/:id',
    'DELETE /api/tools/:id',
    'GET /api/tools/:id/export',
    'GET /api/trash',
    'POST /api/trash/:key/restore',
    'POST /api/import',
    'GET /api/conflicts',
    'GET /api/registry/events',
    'GET /api/tools/:id/session',
    'POST /api/tools/:id/session',
    'POST /api/modules/declare',
    'GET /api/external-modules',
    'GET /api/changes',
    'GET /api/mcp-servers',
    'GET /api/mcp-servers/:name',
    'GET /api/admin/custom-tools',
    'POST /api/admin/custom-tools',
    'DELETE /api/admin/custom-tools',
    'GET /api/conversations',
    'POST /api/conversations',
    'GET /api/conversations/:id',
    'PATCH /api/conversations/:id',
    'DELETE /api/conversations/:id',
    'POST /api/conversations/:id/turns',
    'GET /api/conversations/:id/turns/:turn',
    'DELETE /api/conversations/:id/turns/:turn',
    'POST /api/conversations/:id/stop',
    'POST /api/conversations/:id/request',
    'GET /api/conversations/:id/export',
  ],
  page: [
    'PUT /api/tools/:id/enabled',
    'DELETE /api/trash/:key',
    'GET /api/approvals',
    'POST /api/runs/:id/decision',
    'POST /api/runs/:id/answer',
    'GET /api/decisions',
    'DELETE /api/decisions/:id',
    'GET /api/tools/:id/rights',
    'PUT /api/tools/:id/rights',
    'GET /api/settings',
    'PUT /api/settings',
    'GET /api/models',
    'PUT /api/models/:provider',
    'GET /api/models/:provider/names',
    'POST /api/models/test',
    'POST /api/help/request',
    'POST /api/help',
    'POST /api/help/answer',
    'POST /api/mcp-servers',
    'GET /api/mcp-servers/found',
    'POST /api/mcp-servers/found',
    'POST /api/mcp-servers/:name/folder',
    'PUT /api/mcp-servers/:name',
    'DELETE /api/mcp-servers/:name',
    'POST /api/mcp-servers/:name/restart',
    'POST /api/mcp-servers/:name/tools',
    'GET /api/mcp-servers/:name/wire',
    'GET /api/mcp-servers/:name/resources',
    'POST /api/mcp-servers/:name/resources/read',
    'GET /api/mcp-servers/:name/prompts',
    'GET /api/mcp-servers/:name/sign-in',
    'POST /api/mcp-servers/:name/sign-in',
    'DELETE /api/mcp-servers/:name/sign-in',
    'POST /api/mcp-servers/:name/prompts/get',
  ],
  program: ['POST /mcp', 'GET /mcp', 'DELETE /mcp'],
};
const routes = Object.entries(table).flatMap(([access, rows]) =>
  rows.map((row) => {
    const [method = '', path = ''] = row.split(' ');
    return { method, path, access };
  }),
);

const concrete = (path: string) => path.replace(/:\w+/g, 'calc');
const hasBody = (method: string) => ['POST', 'PUT', 'PATCH'].includes(method);

onBothEngines('The guard', (runner) => {
  const guarded = routes.filter(({ access }) => access !== 'open');
  const rowOf = ({ method, path, access }: (typeof routes)[number]) => ({
    ...{ method, path: concrete(path), access },
  });

  test('every path of the interface stands in the table above, and no other', async () => {
    const { paths } = await (await runner().fetch('/api/openapi.json', { as: 'admin' })).json();
    const told = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (one) => `${one.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    expect(told.sort()).toEqual(Object.values(table).flat().sort());
  });

  test('promise 2: what is open is health and the session exchange, and health says ok alone', async () => {
    const answer = await runner().fetch('/api/health', { as: 'nobody' });
    expect(await answer.json()).toEqual({ ok: true });
    const session = await runner().fetch('/api/session', {
      ...{ as: 'nobody', method: 'POST', body: { token: 'wrong' } },
    });
    expect(session.status).toBe(401);
  });

  test.each(guarded.map(rowOf))(
    'promise 2: $method $path answers nothing without a credential',
    async ({ method, path }) => {
      const { cookie, key, fetch } = runner();
      const send = (headers: Record<string, string>) =>
        fetch.call(runner(), path, {
          ...{ as: 'nobody' as const, method, headers },
          ...(hasBody(method) ? { body: {} } : {}),
        });
      const tries: Record<string, string>[] = [
        {},
        { Authorization: 'Bearer ' },
        { Authorization: `Bearer ${'A'.repeat(43)}` },
        { Authorization: `Basic ${btoa(`x:${runner().token}`)}` },
        { Cookie: cookie },
        { 'X-Lathe-Session': key },
        { Cookie: cookie, 'X-Lathe-Session': 'A'.repeat(43) },
        { Cookie: cookie, 'X-Lathe-Session': key, Authorization: 'Bearer wrong' },
      ];
      for (const headers of tries) expect((await send(headers)).status).toBe(401);
    },
  );

  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['HEAD', '/api/tools'],
    ['PATCH', '/api/tools'],
    ['GET', '/mcp/'],
    ['GET', '/mcp/nothing'],
    ['HEAD', '/mcp'],
    ['PUT', '/mcp'],
    ['OPTIONS', '/mcp'],
    ['POST', '/'],
    ['OPTIONS', '/api/tools'],
  ])('promise 2: %s %s, which is in no table, answers nothing either', async (method, path) => {
    expect((await runner().fetch(path, { as: 'nobody', method })).status).toBe(401);
  });

  test.each(guarded.filter(({ access }) => access === 'author' || access === 'page').map(rowOf))(
    'A1.6: the user token gets 403 from $method $path',
    async ({ method, path }) => {
      const answer = await runner().fetch(path, {
        ...{ as: 'user' as const, method },
        ...(hasBody(method) ? { body: {} } : {}),
      });
      expect(answer.status).toBe(403);
    },
  );

  test.each(guarded.filter(({ access }) => access === 'page').map(rowOf))(
    "promise 7: no program's token gets past $method $path",
    async ({ method, path }) => {
      const answer = await runner().fetch(path, {
        ...{ as: 'admin' as const, method },
        ...(hasBody(method) ? { body: { id: 'x', answer: 'allow', enabled: true } } : {}),
      });
      expect(answer.status).toBe(403);
    },
  );

  test.each(guarded.filter(({ access }) => access === 'program').map(rowOf))(
    'M9: the page gets 403 from $method $path',
    async ({ method, path }) => {
      const answer = await runner().fetch(path, {
        ...{ as: 'page' as const, method },
        ...(hasBody(method) ? { body: {} } : {}),
      });
      expect(answer.status).toBe(403);
    },
  );

  test('the one-time token is good once', async () => {
    const { pageToken } = runner();
    const body = { token: pageToken };
    const answer = await runner().fetch('/api/session', { as: 'nobody', method: 'POST', body });
    expect(answer.status).toBe(401);
    expect((await answer.json()).error.code).toBe('token-used');
  });

  const ask = (path: string, host: string, more = '') =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`;

  test.each([
    ['evil.example', 'a name that was made to point here'],
    ['evil.example:PORT', 'the same with our port'],
    ['127.0.0.1', 'ours without its port'],
    ['127.0.0.1:1', 'ours with another port'],
    ['127.0.0.1.evil.example:PORT', 'one that begins like ours'],
    ['localhost.evil.example:PORT', 'another that begins like ours'],
    ['0.0.0.0:PORT', 'every address'],
    ['127.0.0.1:PORT, evil.example', 'two in one'],
    ['', 'none'],
  ])('promise 1: Host "%s" (%s) is refused', async (host) => {
    const { port, token } = runner();
    const authorization = `Authorization: Bearer ${token}\r\n`;
    const named = host.replace('PORT', String(port));
    for (const path of ['/', '/api/health', '/api/tools', '/mcp']) {
      const { status, text } = await runner().raw(ask(path, named, authorization));
      expect([400, 403]).toContain(status);
      expect(text).not.toContain('calc');
    }
  });

  test.each([
    'null',
    'http://evil.example',
    'https://HOST',
    'http://HOST.evil.example',
    'http://evil.example/?HOST',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'file://',
  ])('promise 1: Origin "%s" is refused', async (origin) => {
    const headers = { Origin: origin.replace('HOST', runner().host) };
    const list = { method: 'POST', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } };
    for (const answer of [
      await runner().fetch('/api/tools', { as: 'page', headers }),
      await runner().fetch('/mcp', { ...list, as: 'admin', headers }),
    ]) {
      expect(answer.status).toBe(403);
      expect((await answer.json()).error.code).toBe('wrong-origin');
    }
  });

  test('promise 1: our own origin is let in, and no answer invites another', async () => {
    const headers = { Origin: runner().origin, 'Sec-Fetch-Site': 'same-origin' };
    const answer = await runner().fetch('/api/tools', { as: 'page', headers });
    expect(answer.status).toBe(200);
    expect([...answer.headers.keys()].filter((one) => one.startsWith('access-control'))).toEqual(
      [],
    );
  });

  test.each([
    { site: 'cross-site', mode: 'cors', dest: 'empty', path: '/api/health' },
    { site: 'same-site', mode: 'cors', dest: 'empty', path: '/api/health' },
    { site: 'cross-site', mode: 'navigate', dest: 'document', path: '/api/tools' },
    { site: 'cross-site', mode: 'navigate', dest: 'document', path: '/mcp' },
    { site: 'cross-site', mode: 'cors', dest: 'empty', path: '/mcp' },
    { site: 'cross-site', mode: 'navigate', dest: 'iframe', path: '/' },
    { site: 'cross-site', mode: 'no-cors', dest: 'script', path: '/' },
  ])('promise 1: $site $mode as $dest for $path is refused', async ({ site, mode, dest, path }) => {
    const headers = { site, mode, dest };
    const lines = Object.entries(headers).map(([name, value]) => `Sec-Fetch-${name}: ${value}\r\n`);
    expect((await runner().raw(ask(path, runner().host, lines.join('')))).status).toBe(403);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/json; charset=utf-16',
    'text/plain; a=application/json',
  ])('promise 1: a body of type "%s", as a form could send it, is refused', async (type) => {
    const sent = { method: 'POST', headers: { 'Content-Type': type } };
    const run = { toolId: 'calc', arguments: {} };
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const asked = [
      runner().fetch('/api/runs', { ...sent, as: 'page', body: run }),
      runner().fetch('/mcp', { ...sent, as: 'admin', body: list }),
    ];
    for (const answer of await Promise.all(asked)) {
      expect(answer.status).toBe(415);
      expect((await answer.json()).error.code).toBe('wrong-content-type');
    }
  });

  test.each([
    '//api/tools',
    '/api//tools',
    '/api%2ftools',
    '/api/tools%2Fcalc',
    '/api/tools/..%2f..%2fsecret',
    '/api%5ctools',
    '/api\\tools',
    '/api/../api/tools',
    '/x/%2e%2e/api/tools',
    '/./api/tools',
    '/api/tools/%00',
    '/api/tools/%zz',
    '/api/tools/a%',
    '//mcp',
    '/%2fmcp',
    '/x/../mcp',
  ])('the path %s is refused before it is routed', async (path) => {
    const authorization = `Authorization: Bearer ${runner().token}\r\n`;
    const { status } = await runner().raw(ask(path, runner().host, authorization));
    expect(status).toBe(400);
  });

  test.each(['/', '/api/health', '/api/tools', '/api/nothing', '/mcp', '/sandbox/x'])(
    'every answer carries the policy: %s',
    async (path) => {
      const { headers } = await runner().fetch(path);
      const policy = headers.get('Content-Security-Policy') ?? '';
      const isSandbox = path.startsWith('/sandbox/');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`frame-ancestors ${isSandbox ? "'self'" : "'none'"}`);
      expect(policy).toContain(`connect-src ${isSandbox ? "'none'" : "'self'"}`);
      expect(policy).not.toMatch(/'unsafe-eval'|script-src[^;]*'unsafe-inline'|\*|https?:/);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
      expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
      expect(headers.get('Strict-Transport-Security')).toBeNull();
    },
  );

  test("the frame of a stranger's interface is sealed, wherever it is opened", async () => {
    const { headers } = await runner().fetch('/sandbox/app/');
    const policy = headers.get('Content-Security-Policy') ?? '';
    for (const word of ["default-src 'none'", "connect-src 'none'", "frame-ancestors 'self'"])
      expect(policy).toContain(word);
    // Without a source of its own it is nobody's, and opens, sends and leads nowhere.
    expect(policy).toMatch(/; sandbox allow-scripts$/);
    expect(policy).toContain("form-action 'none'; webrtc 'block'");
    expect(policy).not.toMatch(/'self' |https?:|\*/);
  });

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  test.each([
    { body: '', status: 400, code: 'not-json', message: /line 1, column 1/ },
    {
      body: '{"arguments": {"a": NaN}}',
      status: 400,
      code: 'not-json',
      message: /line 1, column 21/,
    },
    {
      body: '{\n  "toolId": "calc",\n}',
      status: 400,
      code: 'not-json',
      message: /line 3, column 1/,
    },
    {
      body: `{"arguments": ${deep(100_000)}}`,
      status: 400,
      code: 'too-deep',
      message: /128 levels/,
    },
    { body: '{"toolId": "calc"}', status: 400, code: 'bad-body', message: /./ },
    { body: '{"arguments": {}}', status: 400, code: 'bad-body', message: /folder/ },
    { body: '{"toolId": 1, "arguments": {}}', status: 400, code: 'bad-body', message: /./ },
    {
      body: '{"toolId": "calc", "arguments": [], "x": 1}',
      status: 400,
      code: 'bad-body',
      message: /./,
    },
    {
      body: '{"toolId": "calc", "arguments": {}, "surprise": 1}',
      status: 400,
      code: 'bad-body',
      message: /surprise/,
    },
    { body: '[]', status: 400, code: 'bad-body', message: /./ },
    {
      body: `{"toolId": "${'x'.repeat(17 * 1024 * 1024)}"}`,
      status: 413,
      code: 'body-too-large',
      message: /16 MB/,
    },
    {
      body: '{"toolId": "nothing_here", "arguments": {}}',
      status: 404,
      code: 'no-such-tool',
      message: /nothing_here/,
    },
    {
      body: '{"toolId": "../calc", "arguments": {}}',
      status: 404,
      code: 'no-such-tool',
      message: /calc/,
    },
    {
      body: '{"toolId": "calc", "tool": "other", "arguments": {}}',
      status: 404,
      code: 'no-such-tool',
      message: /other/,
    },
  ])('promise 10: $code for a body that fits $message', async ({ body, status, code, message }) => {
    const answer = await runner().fetch('/api/runs', { method: 'POST', body });
    expect(answer.status).toBe(status);
    const { error } = await answer.json();
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  test('promise 10: bytes that are no UTF-8 are said to be', async () => {
    const { host, token } = runner();
    const head = `POST /api/runs HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`;
    const more = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`;
    // In UTF-8 this letter is two bytes, neither of which begins a JSON value.
    const { status, text } = await runner().raw(`${head}${more}\u00e9`);
    expect(status).toBe(400);
    expect(text).toMatch(/not-json|not-utf-8/);
  });

  test('no secret stands in what it says on stderr', () => {
    const { complaints, token, userToken, pageToken, key, cookie } = runner();
    const said = complaints.join('');
    for (const secret of [token, userToken, pageToken, key, cookie.split('=')[1] ?? '']) {
      expect(secret).not.toBe('');
      expect(said).not.toContain(secret);
    }
  });
});
