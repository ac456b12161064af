import { spawn } from 'node:child_process';
import { home } from './home.mjs';

/**
 * Runs a program to its end and answers its exit status; 127 when it is not there. What it prints goes
 * to stderr, so that stdout stays the caller's own; nowhere where it is `quiet`; piece by piece to `held`
 * where that is given.
 */
export function run(command, args, { env = {}, quiet = false, held, cwd = home } = {}) {
  return new Promise((answer) => {
    const out = quiet ? 'ignore' : held ? 'pipe' : 2;
    const stdio = ['ignore', out, out];
    const child = spawn(command, args, { cwd, stdio, env: { ...process.env, ...env } });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => held(piece));
    child.once('error', () => answer(127));
    child.once('close', (code) => answer(code ?? 1));
  });
}
