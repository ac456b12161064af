import { expect, test } from 'vitest';
import { clientConfiguration } from './client-configuration.ts';

const origin = 'http://127.0.0.1:4173';

test('M13 a client connects to this runner, with a token that the reader gives', () => {
  expect(JSON.parse(clientConfiguration({ origin }).http)).toEqual({
    mcpServers: {
      lathe: {
        type: 'http',
        url: 'http://127.0.0.1:4173/mcp',
        headers: { Authorization: 'Bearer ${LATHE_TOKEN}' },
      },
    },
  });
});

test('M13 a client starts the command with the real paths', () => {
  const places = { home: '/home/me/la "the"', workspace: '/home/me/tools of mine' };
  const { stdio = '' } = clientConfiguration({ origin, ...places });
  expect(JSON.parse(stdio).mcpServers.lathe).toEqual({
    command: 'node',
    args: [
      '/home/me/la "the"/runner/scripts/lathe.mjs',
      'mcp',
      '--workspace',
      '/home/me/tools of mine',
    ],
  });
});

test('M13 paths that the runner has not said are not made up', () => {
  expect(clientConfiguration({ origin, workspace: '/w' }).stdio).toBeUndefined();
});
