import { bin } from './bin.mjs';

const tsc = (project) => bin('typescript/bin/tsc', '-p', project, '--noEmit');

/** Where vitest leaves its counts. */
export const unitReport = '.cache/vitest.json';

/** What looks at the sources alone: a name, and the command that says whether it holds. */
export const sourceSteps = [
  ['Format', bin('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
  ['Lint', bin('eslint/bin/eslint.js', '.')],
  ['Types of shared', tsc('shared')],
  ['Types of runner', tsc('runner')],
  ['Types of e2e', tsc('e2e')],
  ['Types of tests', tsc('tsconfig.tests.json')],
  // It reads the page's TypeScript as well, whatever that imports.
  [
    'Types of web',
    bin('svelte-check/bin/svelte-check', '--tsconfig', 'web/tsconfig.json', '--output', 'human'),
  ],
];

/** Vitest on all files, with a report in JSON. */
export const unitTests = (report) =>
  bin(
    'vitest/vitest.mjs',
    'run',
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  );
