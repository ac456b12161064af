import { run } from './run.mjs';
import { say } from './say.mjs';

/**
 * Runs one part of a check under a heading and with its time; answers its exit status. One that is `held`
 * prints all of it at its end, so that several can run beside each other.
 */
export async function step(name, command, args, { held = false, ...options } = {}) {
  const begun = performance.now();
  const pieces = [];
  if (!held) say(`\n== ${name}`);
  const hold = held ? { held: (piece) => pieces.push(piece) } : {};
  const status = await run(command, args, { ...options, ...hold });
  if (held) process.stderr.write(Buffer.concat([Buffer.from(`\n== ${name}\n`), ...pieces]));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(`== ${name}: ${status === 0 ? 'passed' : `FAILED (status ${status})`} in ${seconds} s`);
  return status;
}
