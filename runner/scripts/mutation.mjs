import { mkdirSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { widenAccess } from './mutation/access.mjs';
import { areas } from './mutation/areas.mjs';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { home } from './steps/home.mjs';
import { say } from './steps/say.mjs';

// `npm run mutation -- [AREA…]` changes the code in a copy, one place at a time, and lists the changes that no row
// noticed. See .github/MUTATION.md.
const flag = { type: 'boolean', default: false };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tables: flag,
    texts: flag,
    fresh: flag,
    workers: { type: 'string', default: '1' },
  },
});
const known = Object.keys(areas);
const wanted = positionals.length > 0 ? positionals : known;
const unknown = wanted.find((name) => !known.includes(name));
if (unknown !== undefined) {
  say(`There is no area "${unknown}", only ${known.join(', ')}`);
  process.exit(1);
}

await ensureInstalled();
process.chdir(home);
// All that is written lies in a folder that git, the linter and the formatter pass over.
const cache = '.cache/mutation';
// A run that was stopped leaves its copies behind.
rmSync(`${cache}/tmp`, { recursive: true, force: true });
mkdirSync(cache, { recursive: true });

for (const name of wanted) {
  if (name === 'access') {
    const { all, unnoticed } = await widenAccess();
    print(name, unnoticed, all);
    continue;
  }
  let results = await pass(name, 'no', values.fresh);
  // Doors take seconds to open: only what nothing else noticed has to get past them.
  if (areas[name].doors) results = await pass(name, 'yes', false);
  report(name, results);
}

/** Runs an area's mutants; those that an earlier run settled, with the same code and rows, are taken from there. */
function pass(name, doors, force) {
  process.env.LATHE_AREA = name;
  process.env.LATHE_DOORS = doors;
  return new Stryker({
    ...{ testRunner: 'vitest', plugins: ['@stryker-mutator/vitest-runner'] },
    vitest: { configFile: 'runner/scripts/mutation/vitest.mjs', related: false },
    mutate: [...areas[name].mutate, '!**/*.test.ts'],
    // The words of messages are the most of all texts, and no row should repeat them all.
    mutator: { excludedMutations: values.texts ? [] : ['StringLiteral'] },
    // What is worked out when a file is loaded: each change of it runs every row.
    ...{ coverageAnalysis: 'perTest', ignoreStatic: !values.tables },
    ...{ incremental: true, incrementalFile: `${cache}/${name}.json`, force },
    // On a machine that others use, what takes long is slow and not stuck.
    ...{
      timeoutMS: doors === 'yes' ? 120_000 : 15_000,
      timeoutFactor: 3,
      dryRunTimeoutMinutes: 10,
    },
    ...{ tempDirName: `${cache}/tmp`, cleanTempDir: 'always', disableTypeChecks: false },
    ignorePatterns: ['/e2e', '/dist', '/workspace', '/.cache', '/.github', '/test-results'],
    ...{ concurrency: Number(values.workers), reporters: ['progress-append-only'] },
    ...{ allowConsoleColors: false, warnings: { slow: false } },
  }).runMutationTest();
}

function report(name, results) {
  const of = (...statuses) => results.filter(({ status }) => statuses.includes(status));
  const left = of('Survived', 'NoCoverage');
  print(name, left.map(lineOf), left.length + of('Killed', 'Timeout').length);
  const untried = of('Ignored').length;
  if (untried > 0)
    console.log(`${name}: ${untried} in texts and in what is made at load not tried`);
}

function print(name, left, all) {
  for (const line of left) console.log(line);
  const noticed = all - left.length;
  const score = all === 0 ? '' : ` (${((noticed / all) * 100).toFixed(1)} %)`;
  console.log(`${name}: ${noticed} of ${all} changes noticed${score}`);
}

function lineOf({ fileName, location, mutatorName, replacement = '', status }) {
  const place = `${relative(home, fileName)}:${location.start.line}:${location.start.column}`;
  const why = status === 'NoCoverage' ? 'no row comes here' : 'no row noticed';
  return `${place} ${why}: ${mutatorName} -> ${replacement.replace(/\s+/g, ' ').slice(0, 100)}`;
}
