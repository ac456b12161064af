import { existsSync, readFileSync } from 'node:fs';
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

/** What the page held when a test failed, as Playwright writes it down: on another machine nobody can look. */
const pagesOf = (spec) =>
  spec.tests
    .flatMap((one) => one.results.flatMap((result) => result.attachments ?? []))
    .filter(({ name, path }) => name === 'error-context' && path && existsSync(path))
    .flatMap(({ path }) => /```yaml\n([^]*?)```/.exec(readFileSync(path, 'utf8'))?.[1] ?? [])
    .map((page) => `The page at the failure of ${spec.file}:${spec.line}:\n${page}`);

function unitResults(report) {
  const files = report?.testResults ?? [];
  const statuses = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length;
  // A file that cannot be loaded has no failed test, and still fails.
  const broken = files.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((one) => one.status !== 'failed'),
  ).length;
  return {
    passed: count('passed'),
    failed: report ? count('failed') + broken : 1,
    skipped: count('skipped', 'pending', 'todo', 'disabled'),
    failures: files.filter((file) => file.status === 'failed').flatMap(unitFailures),
  };
}

/** Passed, failed and skipped in vitest's report and in Playwright's; a report that is missing is a failure. */
export function countResults({ unit, browser }) {
  const units = unitResults(read(unit));
  const page = read(browser);
  const stats = page?.stats;
  const specs = (page?.suites ?? []).flatMap(specsOf);
  const broken = specs.filter((spec) => !spec.ok);
  return {
    passed: units.passed + (stats?.expected ?? 0),
    failed: units.failed + (stats ? stats.unexpected : 1),
    skipped: units.skipped + (stats?.skipped ?? 0),
    /** A line for each test that failed, told last: whoever sees only the end of a log sees them. */
    failures: [...units.failures, ...broken.map(browserFailures)],
    pages: broken.flatMap(pagesOf),
  };
}
