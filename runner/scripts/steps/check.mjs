import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sourceSteps, unitReport, unitReportAgain, unitTests } from './check-steps.mjs';
import { failedFiles } from './count-results.mjs';
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
  if (!(await unitsPass())) failed.push('Unit tests');
  return failed;
}

/** More files that fail at once are no accident. */
const MOST_AGAIN = 4;

/** A file that fails gets a second attempt, as in the browser; the summary names what needed it, which is a fault. */
async function unitsPass() {
  for (const report of [unitReport, unitReportAgain]) rmSync(join(home, report), { force: true });
  if ((await step('Unit tests', ...unitTests(unitReport))) === 0) return true;
  const files = failedFiles(unitReport);
  if (files.length === 0 || files.length > MOST_AGAIN) return false;
  const again = unitTests(unitReportAgain, ...files);
  return (await step('Unit tests, second attempt', ...again)) === 0;
}
