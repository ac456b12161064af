import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
  /** Ends it as a crash would. */
  crash(): Promise<void>;
  /** Starts another one over the same workspace and port, after a crash. */
  again(): Promise<void>;
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

const start = (workspace: string, port: string, env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(
    process.execPath,
    ['runner/scripts/start.mjs', '--json', '--no-open', '--workspace', workspace, '--port', port],
    {
      ...{ cwd: home, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
      // The examples are those of an English machine, and no more sandboxes start than are called for.
      env: { ...process.env, LC_ALL: 'C.UTF-8', LATHE_REHEARSE: '0', LATHE_SANDBOXES: '1', ...env },
    },
  );

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  try {
    process.kill(-(child.pid ?? 0), signal);
  } catch {
    // It is already gone.
  }
  await ended(child);
};

/** Starts `npm start`'s program on a free port; the first line on stdout is its address. */
export const startRunner = async (env: Record<string, string> = {}): Promise<Runner> => {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-e2e-'));
  // The page shows this name, also in the pictures of the documents.
  const workspace = join(folder, 'my-tools');
  mkdirSync(workspace);
  let child = start(workspace, '0', env);
  const answer = await started(child);
  const runner: Runner = {
    ...answer,
    workspace,
    stop: async () => {
      await end(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
    crash: () => end(child, 'SIGKILL'),
    again: async () => {
      child = start(workspace, new URL(answer.url).port, env);
      // Programs' tokens are made anew at each start; the page keeps its session.
      const { token, userToken } = await started(child);
      Object.assign(runner, { token, userToken });
    },
  };
  return runner;
};
