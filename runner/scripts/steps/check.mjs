import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sourceSteps, unitReport, unitTests } from './check-steps.mjs';
import { home } from './home.mjs';
import { step } from './step.mjs';

/** Each of them keeps one core busy. */
const LANES = 2;

/** Runs every check, also after one has failed; answers the names of those that did. */
export async function check() {
  const failed = [];
  const left = [...sourceSteps];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, [command, args]] = next;
      if ((await step(name, command, args, { held: true })) !== 0) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  rmSync(join(home, unitReport), { force: true });
  if ((await step('Unit tests', ...unitTests(unitReport))) !== 0) failed.push('Unit tests');
  return failed;
}
