import { expect, test } from 'vitest';
import { readOtherServers } from './other-programs.ts';

const read = (value: unknown) => {
  const answer = readOtherServers(typeof value === 'string' ? value : JSON.stringify(value));
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
};

const one = { command: 'node', args: ['a.mjs', 7], env: { TOKEN: 'abc', HOME_OF: '${env:HOME}' } };
const way = {
  ...{ type: 'stdio', command: 'node', args: ['a.mjs', '7'] },
  env: [
    { name: 'TOKEN', from: 'secret' },
    { name: 'HOME_OF', from: 'environment', variable: 'HOME' },
  ],
  grants: { folders: [], net: [] },
};

test.each([
  ['Claude and Cursor', { mcpServers: { one } }],
  ['VS Code', { servers: { one: { type: 'stdio', ...one } }, inputs: [] }],
  ['settings of VS Code', { mcp: { servers: { one } } }],
  ['Zed', { context_servers: { one: { ...one, source: 'custom' } } }],
  ['Zed, earlier', { context_servers: { one: { command: { ...one, path: 'node' } } } }],
])('imports a program of %s, with its values as secrets and without permissions', (_, file) => {
  expect(read(file)).toMatchObject({
    servers: [{ name: 'one', settings: { enabled: true, way }, secrets: { TOKEN: 'abc' } }],
    left: [],
  });
});

test('allows comments and trailing commas', () => {
  const text = '{ // mine\n "mcpServers": { "one": { "command": "node", }, }, /* end */ }';
  expect(read(text).servers.map(({ name }) => name)).toEqual(['one']);
});

test.each([
  ['Bearer abc', { from: 'secret', prefix: 'Bearer ' }, { Authorization: 'abc' }],
  ['Bearer ${TOKEN}', { from: 'environment', variable: 'TOKEN', prefix: 'Bearer ' }, {}],
  ['Bearer ${input:token}', { from: 'secret', prefix: 'Bearer ' }, {}],
  ['abc', { from: 'secret' }, { Authorization: 'abc' }],
])('separates the prefix of the header "%s" from its secret', (given, header, secrets) => {
  const entry = { type: 'http', url: 'https://a.example/mcp', headers: { Authorization: given } };
  const { servers } = read({ mcpServers: { 'My server': entry } });
  expect(servers).toMatchObject([
    {
      ...{ name: 'My-server', secrets },
      settings: {
        way: { type: 'http', url: entry.url, headers: [{ name: 'Authorization', ...header }] },
      },
    },
  ]);
  expect(JSON.stringify(servers[0]?.settings)).not.toContain('abc');
});

test('a server that is turned off stays off', () => {
  const { servers } = read({ mcpServers: { off: { ...one, disabled: true } } });
  expect(servers[0]?.settings.enabled).toBe(false);
});

test.each([
  ['no-way', { env: {} }],
  ['sse', { type: 'sse', url: 'https://a.example/sse' }],
  ['variable', { command: 'node', args: ['${workspaceFolder}/a.mjs'] }],
  ['variable', { url: 'https://${HOST}/mcp' }],
  ['field', { command: 'node', cwd: 'relative' }],
  ['field', { command: 'node', args: 'a.mjs' }],
  ['field', { url: 'ftp://a.example' }],
  ['field', 'node'],
])('says why an entry cannot be imported: %s of %j', (code, entry) => {
  const { servers, left } = read({ mcpServers: { bad: entry, one } });
  expect(servers.map(({ name }) => name)).toEqual(['one']);
  expect(left).toMatchObject([{ name: 'bad', code, message: expect.stringMatching(/^[A-Z"].+/) }]);
});

test('imports only one of two names that become the same', () => {
  const { left } = read({ mcpServers: { 'a b': one, 'a.b': one, '***': one } });
  expect(left).toMatchObject([
    { name: 'a.b', code: 'same-name' },
    { name: '***', code: 'name' },
  ]);
});

test.each([
  ['{ "mcpServers": ', /not valid JSON: \w+ in line 1/],
  ['{}', /no "mcpServers"/],
  ['[]', /no "mcpServers"/],
])('refuses %s', (text, message) => {
  expect(readOtherServers(text)).toMatchObject({
    ok: false,
    message: expect.stringMatching(message),
  });
});
