import { describe, expect, test } from 'vitest';
import { keepsSecret } from './client-secret.ts';
import { pastedServers } from './paste-servers.ts';
import {
  emptyForm,
  formOf,
  knownSecrets,
  namedValue,
  pathsToGrant,
  sendable,
} from './server-form.ts';

const claude = `{"mcpServers": {"file system": {"command": "npx", "args": ["-y", "server", "/home/me"],
  "env": {"API_KEY": "sk-1", "HOME_DIR": "\${env:HOME}"}}}}`;
const vscode = `{
  // of a workspace
  "servers": {"github": {"type": "http", "url": "https://api.example.com/mcp/",
    "headers": {"Authorization": "Bearer \${input:token}", "X-Team": "blue"}},
    "broken": {"disabled": true}},
}`;

describe('what other programs keep', () => {
  test('a command: its variables are secrets, and nothing is granted', () => {
    const [form] = pastedServers(claude)?.forms ?? [];
    expect(form).toMatchObject({
      ...{ name: 'file-system', type: 'stdio', command: 'npx', args: '-y\nserver\n/home/me' },
      ...{ folders: [], net: '' },
    });
    const sent = sendable(form!);
    expect(sent).toMatchObject({ ok: true, value: { secrets: { API_KEY: 'sk-1' } } });
    expect(JSON.stringify(sent.ok && sent.value.settings)).not.toContain('sk-1');
    expect(sent.ok && sent.value.settings.way).toMatchObject({
      env: [
        { name: 'API_KEY', from: 'secret' },
        { name: 'HOME_DIR', from: 'environment', variable: 'HOME' },
      ],
      grants: { folders: [], net: [] },
    });
    expect(pathsToGrant(form!)).toEqual(['/home/me']);
  });

  test('an address: a token keeps what stands before it, one that is asked for is typed here', () => {
    const { forms = [], left } = pastedServers(vscode) ?? {};
    expect(forms).toHaveLength(1);
    expect(left).toMatchObject([{ name: 'broken', code: 'no-way' }]);
    expect(forms[0]?.headers).toMatchObject([
      { name: 'Authorization', prefix: 'Bearer ', value: '' },
      { name: 'X-Team', prefix: '', value: 'blue' },
    ]);
  });

  test.each(['', '{', '[]', '{"mcpServers": {}}'])('%j is no list of servers', (text) =>
    expect(pastedServers(text)).toBeUndefined(),
  );
});

test.each<[string, object, string[]]>([
  ['an empty form', {}, ['name', 'command']],
  ['a wrong name', { name: 'a b', command: 'node' }, ['name']],
  [
    'a path that is not absolute',
    { name: 'a', command: 'node', folders: [{ path: 'x', access: 'read' }] },
    ['folders.0'],
  ],
  [
    'a path after a row with nothing in it',
    {
      ...{ name: 'a', command: 'node' },
      folders: [
        { path: '', access: 'read' },
        { path: 'x', access: 'read' },
      ],
    },
    ['folders.1'],
  ],
  ['no address', { name: 'a', type: 'http' }, ['url']],
  ['an address of another kind', { name: 'a', type: 'http', url: 'ftp://a.example' }, ['url']],
  [
    'a wrong variable',
    {
      name: 'a',
      command: 'node',
      env: [{ name: 'A B', from: 'secret', value: '1', variable: '', prefix: '' }],
    },
    ['env.0'],
  ],
])('%s is told beside its fields', (_what, more, faults) => {
  const sent = sendable({ ...emptyForm(), ...more });
  expect(sent.ok ? [] : Object.keys(sent.faults)).toEqual(faults);
});

test('what a server is comes back from its form as it was; a secret that is known stays', () => {
  const way = {
    ...{ type: 'http' as const, url: 'https://a.example/mcp' },
    headers: [{ name: 'Authorization', from: 'secret' as const, prefix: 'Bearer ' }],
  };
  const settings = { enabled: true, way, timeoutMs: 5000 };
  const sent = sendable(formOf('a', settings), ['Authorization']);
  expect(sent).toEqual({ ok: true, value: { name: 'a', settings, secrets: {} } });
  // A token that nobody gave is no header.
  const without = sendable(formOf('a', settings));
  expect(without).toMatchObject({ ok: true, value: { settings: { way: { headers: [] } } } });
});

const address = { name: 'a', type: 'http' as const, url: 'https://a.example/mcp' };
test.each([
  ['nothing typed', { clientId: 'me' }, { clientSecret: undefined }],
  ['a new one', { clientId: 'me', clientSecret: ' s-1 \n' }, { clientSecret: 's-1' }],
  ['the saved one to forget', { clientId: 'me', forgetsSecret: true }, { clientSecret: null }],
  ['one of no client', { clientSecret: 's-1' }, 'clientId'],
  ['one with a line break', { clientId: 'me', clientSecret: 'a\nb' }, 'clientSecret'],
])('a client secret, %s', (_what, typed, expected) => {
  const sent = sendable({ ...emptyForm(), ...address, ...typed });
  if (typeof expected === 'string')
    expect(sent).toEqual({ ok: false, faults: { [expected]: true } });
  else expect(sent).toMatchObject({ value: expected });
});

test.each([
  [{}, true],
  [{ url: 'https://b.example/mcp' }, false],
  [{ clientId: 'you' }, false],
  [{ type: 'stdio' as const }, false],
])('a saved client secret is for one address and one client: %j', (typed, keeps) => {
  const way = { type: 'http' as const, url: address.url, headers: [], clientId: 'me' };
  const settings = { enabled: true, way, timeoutMs: 5000 };
  const form = { ...formOf('a', settings), ...typed };
  expect(keepsSecret(form, { settings, hasClientSecret: true })).toBe(keeps);
  expect(keepsSecret(form, { settings, hasClientSecret: false })).toBe(false);
});

test.each<[object, string]>([
  [{}, 'kept'],
  [{ url: 'https://a.example/other' }, 'elsewhere'],
  [{ url: 'https://b.example/mcp' }, 'elsewhere'],
  [{ url: 'nothing' }, 'elsewhere'],
  [{ type: 'stdio', command: 'node' }, 'elsewhere'],
])('a saved secret is for one address, and its row stays: %j', (typed, is) => {
  const headers = [{ name: 'Authorization', from: 'secret' as const }];
  const way = { type: 'http' as const, url: address.url, headers };
  const settings = { enabled: true, way, timeoutMs: 5000 };
  const form = { ...formOf('a', settings), ...typed };
  const server = { settings, secrets: ['Authorization'], secretsElsewhere: ['X-Key'] };
  const known = knownSecrets(form, server);
  expect(known).toEqual({ Authorization: is, 'X-Key': 'elsewhere' });
  const sent = sendable(form, Object.keys(known));
  if (sent.ok && form.type === 'http') expect(sent.value.settings.way).toMatchObject({ headers });
});

test('a saved secret is for one command', () => {
  const way = {
    ...{ type: 'stdio' as const, command: 'node', args: ['a', 'b'], env: [] },
    grants: { folders: [], net: [] },
  };
  const settings = { enabled: true, way, timeoutMs: 5000 };
  const server = { settings, secrets: ['KEY'], secretsElsewhere: [] };
  const of = (more: object) => knownSecrets({ ...formOf('a', settings), ...more }, server).KEY;
  expect([of({}), of({ net: 'a.example' }), of({ args: 'a' }), of({ cwd: '/a' })]).toEqual([
    ...['kept', 'kept', 'elsewhere', 'elsewhere'],
  ]);
});

test.each<[string, true | undefined, boolean]>([
  ['ROOT_FOLDER', undefined, true],
  ['MONKEY', undefined, true],
  ['API_KEY', undefined, false],
  ['GITHUB_TOKEN', undefined, false],
  ['client_secret', undefined, false],
  ['DB_PASSWORD', undefined, false],
  ['API_KEY', true, true],
])('%s as plain text, said to be no secret: %j', (name, isNoSecret, isTaken) => {
  const row = { ...namedValue({ name, from: 'plain', value: '/a' }), isNoSecret };
  const sent = sendable({ ...emptyForm(), name: 'a', command: 'node', env: [row] });
  expect(sent).toMatchObject(
    isTaken
      ? {
          value: {
            settings: { way: { env: [{ name, from: 'plain', value: '/a' }] } },
            secrets: {},
          },
        }
      : { ok: false, faults: { 'env.0': true } },
  );
});
