import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { home } from './home.mjs';

const read = (path) => {
  try {
    return JSON.parse(readFileSync(join(home, path), 'utf8'));
  } catch {
    return undefined;
  }
};

const firstLine = (text) =>
  stripVTControlCharacters(text ?? '')
    .trim()
    .split('\n')[0];

/** Every spec below a suite of Playwright's report, however deep. */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

const unitFailures = (file) => {
  const failed = file.assertionResults.filter((one) => one.status === 'failed');
  const path = relative(home, file.name);
  if (failed.length === 0) return [`${path}: ${firstLine(file.message)}`];
  return failed.map((one) => `${path} › ${one.fullName}: ${firstLine(one.failureMessages?.[0])}`);
};

const browserFailures = (spec) => {
  const errors = spec.tests.flatMap((one) => one.results.flatMap((result) => result.errors ?? []));
  return `e2e/${spec.file}:${spec.line} › ${spec.title}: ${firstLine(errors.at(-1)?.message)}`;
};

/** Passed, failed and skipped in vitest's report and in Playwright's; a report that is missing is a failure. */
export function countResults({ unit, browser }) {
  const vitest = read(unit);
  const page = read(browser);
  const playwright = page?.stats;
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
    /** A line for each test that failed, told last: whoever sees only the end of a log sees them. */
    failures: [
      ...(vitest?.testResults ?? [])
        .filter((file) => file.status === 'failed')
        .flatMap(unitFailures),
      ...(page?.suites ?? [])
        .flatMap(specsOf)
        .filter((spec) => !spec.ok)
        .map(browserFailures),
    ],
  };
}
