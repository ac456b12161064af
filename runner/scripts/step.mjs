import { run } from './run.mjs';
import { say } from './say.mjs';

/** Runs one part of a check under a heading and with its time; answers its exit status. */
export async function step(name, command, args, options) {
  const begun = performance.now();
  say(`\n== ${name}`);
  const status = await run(command, args, options);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(`== ${name}: ${status === 0 ? 'passed' : `FAILED (status ${status})`} in ${seconds} s`);
  return status;
}
