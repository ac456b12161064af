import { spawn } from 'node:child_process';

/**
 * Starts a program in this one's place: same streams, its exit status, and it ends when this one is
 * told to end.
 */
export function become({ command, args, env }, more = [], stdio = 'inherit') {
  const child = spawn(command, [...args, ...more], { stdio, env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  whenLeft(() => child.kill('SIGTERM'));
  process.on('exit', () => child.kill('SIGKILL'));
  child.once('error', (error) => {
    process.stderr.write(`${command} did not start: ${error.message}\n`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
  return child;
}

/** npm starts us through a shell, and tells only that one to end: without it nobody waits for us. */
function whenLeft(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && end(), 500).unref();
}
