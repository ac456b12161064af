import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const script = new URL('become.mjs', import.meta.url).href;
const program = `import { become } from '${script}';
const child = become({ command: 'sleep', args: ['600'], env: process.env });
process.stdout.write(child.pid + '\\n');`;
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('what npm started ends when npm ends the shell between them', async () => {
  // Two commands, or the shell would give its place to the first.
  const line = `"${process.execPath}" --input-type=module --eval "$PROGRAM"; true`;
  const shell = spawn('sh', ['-c', line], {
    env: { ...process.env, PROGRAM: program, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((done) =>
    createInterface({ input: shell.stdout }).once('line', (text) => done(Number(text))),
  );
  expect(isAlive(pid)).toBe(true);
  shell.kill('SIGTERM');
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
});
