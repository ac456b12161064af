import { checkSteps } from './check-steps.mjs';
import { step } from './step.mjs';

/** Runs every check, also after one has failed; answers the names of those that did. */
export async function check() {
  const failed = [];
  for (const [name, [command, args]] of checkSteps) {
    if ((await step(name, command, args)) !== 0) failed.push(name);
  }
  return failed;
}
