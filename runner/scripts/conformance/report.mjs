import { say } from '../steps/say.mjs';

const revisions = ['2025-11-25', '2026-07-28'];

/**
 * Runs what each revision requires of one part, and prints a line for each scenario, and the figures. A check that fails
 * without an excuse fails the whole, and so does an excuse that nothing needed.
 */
export async function reportPart(title, excuses, run) {
  const needed = new Set();
  for (const revision of revisions) {
    say(`\n${title}, ${revision}`);
    const sums = { passed: 0, failed: 0, excused: 0 };
    for (const one of await run(revision)) reportScenario(one, excuses, { needed, sums });
    say(`  Checks: ${sums.passed} passed, ${sums.failed} failed, ${sums.excused} excused`);
  }
  const idle = Object.keys(excuses).filter((one) => !needed.has(one));
  for (const one of idle) say(`  ${one} needs no excuse any more: remove it from excused.mjs`);
  if (idle.length > 0) process.exitCode = 1;
}

function reportScenario({ scenario, checks }, excuses, { needed, sums }) {
  const judged = checks.filter(({ status }) => status === 'SUCCESS' || status === 'FAILURE');
  const failed = judged.filter(({ status }) => status === 'FAILURE');
  const keyOf = ({ id }) => `${scenario}:${id}`;
  const missing = failed.filter((one) => !(keyOf(one) in excuses));
  const keys = new Set(failed.map(keyOf).filter((key) => key in excuses));
  for (const key of keys) needed.add(key);
  sums.passed += judged.length - failed.length;
  sums.failed += missing.length;
  sums.excused += failed.length - missing.length;
  const state = missing.length > 0 ? 'FAILS' : failed.length > 0 ? 'is excused' : 'passes';
  say(`  ${scenario}: ${state}, ${judged.length - failed.length} of ${judged.length}`);
  for (const why of new Set([...keys].map((key) => excuses[key]))) say(`    ${why}`);
  for (const one of missing) say(`    ${one.id}: ${one.errorMessage ?? one.description}`);
  if (missing.length > 0) process.exitCode = 1;
}
