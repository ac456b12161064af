import { spawn } from 'node:child_process';
import { home } from './home.mjs';

/**
 * Runs a program to its end and answers its exit status; 127 when it is not there. What it prints goes
 * to stderr, so that stdout stays the caller's own; `quiet` drops it.
 */
export function run(command, args, { env = {}, quiet = false, cwd = home } = {}) {
  return new Promise((answer) => {
    const out = quiet ? 'ignore' : 2;
    const stdio = ['ignore', out, out];
    const child = spawn(command, args, { cwd, stdio, env: { ...process.env, ...env } });
    child.once('error', () => answer(127));
    child.once('exit', (code) => answer(code ?? 1));
  });
}
