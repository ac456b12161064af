import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGround, type Ground } from '../fixtures/open-ground.ts';
import { sandboxBoundary } from './sandbox-boundary.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

test.each([
  [{ workingDirectory: '/a', fromSettings: '/b', otherwise: '/c' }, '/a'],
  [{ fromSettings: '/b', otherwise: '/c' }, '/b'],
  [{ workingDirectory: '', otherwise: '/c' }, '/c'],
])('A3.31: %j starts at %s', (given, directory) => {
  expect(sandboxBoundary(given)).toBe(directory);
});

test('A3.31: a working directory moves relative paths, and does not widen access', async () => {
  ground.put('sub/a.txt', 'below');
  const read = await ground.tool('Read');
  const below = await read?.execute({ file_path: 'a.txt' }, { cwd: `${ground.files}/sub` });
  expect(below?.llmContent).toBe('     1|below');
  const outside = await read?.execute({ file_path: 'secret.txt' }, { cwd: ground.root });
  expect(outside?.error?.type).toBe('permission_error');
});
