import { afterEach, expect, test, vi } from 'vitest';
import { engineCommand } from './engine-command.mjs';

afterEach(() => vi.unstubAllEnvs());

const started = (engine: 'deno' | 'node') =>
  engineCommand('runner/cli/main.ts', { engine, rights: [] });

test.each([
  ['deno', '/programs/deno'],
  ['node', '/programs/node'],
] as const)('LATHE_DENO and LATHE_NODE choose the programs: %s', (engine, program) => {
  vi.stubEnv('LATHE_DENO', '/programs/deno');
  vi.stubEnv('LATHE_NODE', '/programs/node');
  expect(started(engine)).toMatchObject({
    ...{ name: engine, command: program },
    env: { LATHE_DENO: '/programs/deno', LATHE_NODE: '/programs/node' },
  });
});

test('without LATHE_NODE, Node is the one that runs the script', () => {
  vi.stubEnv('LATHE_NODE', undefined);
  const { command, env } = started('node');
  expect([command, env.LATHE_NODE]).toEqual([process.execPath, process.execPath]);
});
