import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const home = resolve(import.meta.dirname, '..');

/** A real runner over a workspace of its own. */
export interface Runner {
  /** The address with its token, which works once. */
  url: string;
  /** A program's token. */
  token: string;
  userToken: string;
  workspace: string;
  stop(): Promise<void>;
  /** Ends it as a crash would, and starts another one over the same workspace and port. */
  crash(): Promise<Runner>;
}

const started = (child: ChildProcess): Promise<{ url: string; token: string; userToken: string }> =>
  new Promise((done, fail) => {
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    child.once('exit', (code) =>
      fail(new Error(`The runner ended with ${code} before it was ready`)),
    );
    lines.once('line', (line) => done(JSON.parse(line)));
  });

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', () => done()));

/** Starts `npm start`'s program on a free port; the first line on stdout is its address. */
export const startRunner = async (
  options: { workspace?: string; port?: string; flags?: string[] } = {},
): Promise<Runner> => {
  const workspace = options.workspace ?? mkdtempSync(join(tmpdir(), 'lathe-e2e-'));
  const child = spawn(
    process.execPath,
    [
      'runner/start.mjs',
      '--json',
      '--no-open',
      '--workspace',
      workspace,
      '--port',
      options.port ?? '0',
      ...(options.flags ?? []),
    ],
    { cwd: home, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  );
  const answer = await started(child);
  const kill = async (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch {
      // It is already gone.
    }
    await ended(child);
  };
  return {
    ...answer,
    workspace,
    stop: async () => {
      await kill('SIGTERM');
      rmSync(workspace, { recursive: true, force: true });
    },
    crash: async () => {
      await kill('SIGKILL');
      return startRunner({ ...options, workspace, port: new URL(answer.url).port });
    },
  };
};
