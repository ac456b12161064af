import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { home } from './home.mjs';

const read = (path) => {
  try {
    return JSON.parse(readFileSync(join(home, path), 'utf8'));
  } catch {
    return undefined;
  }
};

/** Passed, failed and skipped in vitest's report and in Playwright's; a report that is missing is a failure. */
export function countResults({ unit, browser }) {
  const vitest = read(unit);
  const playwright = read(browser)?.stats;
  // A file that cannot be loaded has no failed test, and still fails.
  const broken = (vitest?.testResults ?? []).filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((one) => one.status !== 'failed'),
  ).length;
  return {
    passed: (vitest?.numPassedTests ?? 0) + (playwright?.expected ?? 0) + (playwright?.flaky ?? 0),
    failed:
      (vitest ? vitest.numFailedTests + broken : 1) + (playwright ? playwright.unexpected : 1),
    skipped:
      (vitest ? vitest.numPendingTests + vitest.numTodoTests : 0) + (playwright?.skipped ?? 0),
    /** Browser tests that passed at the second attempt alone; they count as passed. */
    unsteady: playwright?.flaky ?? 0,
  };
}
