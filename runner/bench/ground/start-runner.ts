import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPrograms } from '../../platform/process/programs.ts';

export interface StartedRunner {
  url: string;
  /** The process that started the runner; the runner is its child. */
  pid: number;
  /** A program's token. */
  token: string;
  stop(): Promise<void>;
}

const home = decodeURIComponent(new URL('../../..', import.meta.url).pathname);

/** A temporary workspace for a benchmark. */
export function scratchWorkspace(): { path: string; discard(): void } {
  const path = mkdtempSync(join(tmpdir(), 'lathe-bench-'));
  return { path, discard: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs what `npm start` runs, without npm's own half second; settles once the address is printed. */
export function startRunner(workspace: string, engine?: 'node'): Promise<StartedRunner> {
  const { node = 'node' } = findPrograms();
  const flags = ['--json', '--no-open', '--port', '0', '--workspace', workspace];
  if (engine) flags.push('--engine', engine);
  return new Promise((ready, fail) => {
    const child = spawn(node, ['runner/scripts/start.mjs', ...flags], {
      cwd: home,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.once('exit', () => fail(new Error('The runner did not start')));
    createInterface({ input: child.stdout }).once('line', (line) => {
      const { url, token } = JSON.parse(line);
      ready({
        url,
        token,
        pid: child.pid ?? 0,
        stop: () => {
          child.kill('SIGTERM');
          return ended;
        },
      });
    });
  });
}
