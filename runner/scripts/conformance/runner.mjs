import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { home } from '../steps/home.mjs';

/**
 * A runner as a person starts it, over a workspace of its own, which `layOut` may fill. Answers with the address of
 * its page, which lets one in, and the token of programs.
 */
export async function openRunner(engine, layOut = () => undefined) {
  const workspace = mkdtempSync(join(tmpdir(), 'lathe-conformance-'));
  layOut(workspace);
  const flags = ['--json', '--no-open', '--port', '0', '--workspace', workspace];
  if (engine) flags.push('--engine', engine);
  const runner = spawn(process.execPath, ['runner/scripts/start.mjs', ...flags], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => runner.once('exit', done));
  const close = async () => {
    runner.kill('SIGTERM');
    await ended;
    rmSync(workspace, { recursive: true, force: true });
  };
  try {
    const line = await new Promise((done, fail) => {
      createInterface({ input: runner.stdout }).once('line', done);
      runner.once('exit', () => fail(new Error('The runner did not start')));
    });
    const { url, token } = JSON.parse(line);
    return { url: new URL(url), token, close };
  } catch (error) {
    await close();
    throw error;
  }
}
