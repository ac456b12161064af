import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const rows: { args: string[]; env?: Record<string, string>; config: object }[] = [
  {
    args: [],
    config: { port: 4173, hostname: '127.0.0.1', workspace: 'workspace', rehearses: true },
  },
  { args: ['--port', '80', '--json'], config: { port: 80, portIsFixed: true, json: true } },
  { args: ['--port=0', '--no-open'], config: { port: 0, json: false } },
  {
    args: [],
    env: { LATHE_PORT: '81', LATHE_WORKSPACE: 'w' },
    config: { port: 81, workspace: 'w' },
  },
  {
    args: ['--port', '80'],
    env: { LATHE_REHEARSE: '0' },
    config: { rehearses: false, portIsFixed: true },
  },
  { args: ['--port', '0'], env: { LATHE_REHEARSE: '1' }, config: { rehearses: true } },
  { args: [], env: { LATHE_REHEARSE: '' }, config: { rehearses: true, portIsFixed: false } },
  { args: ['--workspace', 'a'], env: { LATHE_WORKSPACE: 'b' }, config: { workspace: 'a' } },
  { args: ['--dangerously-host', 'localhost'], config: { loosened: [] } },
  {
    args: ['--dangerously-host', '192.168.1.5'],
    config: { hostname: '192.168.1.5', loosened: ['dangerously-host'] },
  },
];

test.each(rows)('reads $args with $env', ({ args, env = {}, config }) => {
  expect(readConfig(args, env)).toMatchObject({ ok: true, config });
});

test.each([
  ['--port', 'x'],
  ['--port', '65536'],
  ['--port'],
  ['--porf', '1'],
  ['--host', '0.0.0.0'],
  ['--dangerously-host', '0.0.0.0'],
  ['--dangerously-host', '0'],
  ['--dangerously-host', '0x0'],
  ['--dangerously-host', '00.0'],
  ['--dangerously-host', '::'],
  ['--dangerously-host', '[::0]'],
  ['--dangerously-host', '::ffff:0.0.0.0'],
  ['--dangerously-host', 'a b'],
])('refuses %s %s', (...args) => {
  expect(readConfig(args, {}).ok).toBe(false);
});

test('a token that could be guessed is refused', () => {
  expect(readConfig([], { LATHE_TOKEN: 'short' }).ok).toBe(false);
  expect(readConfig([], { LATHE_TOKEN: 'x'.repeat(43) })).toMatchObject({
    config: { token: 'x'.repeat(43) },
  });
});
