import { expect, test } from 'vitest';
import { classify } from './fixtures/opened.ts';

test.each([
  ['npm test', 'npm test *'],
  ['npm test -- --watch', 'npm test *'],
  ['npm run build:all', 'npm run build:all *'],
  ['npm publish', 'npm publish *'],
  ['mkdir -p out/a', 'mkdir *'],
  ['rm -r build', 'rm *'],
  ['git commit -m fix', 'git commit *'],
  ['make', 'make *'],
  ['docker compose up -d', 'docker compose up *'],
  // These patterns would cover any program, or more than one.
  ['node build.js', undefined],
  ['python3 -c x', undefined],
  ['bash build.sh', undefined],
  ['env npm test', undefined],
  ['npx tool a', 'npx tool *'],
  ['npm --prefix x test', undefined],
  ['npm run', undefined],
  ['git -c a.b=c commit', undefined],
  ['./npm test', undefined],
  // These commands need approval for something other than the program.
  ['npm test > out.txt', undefined],
  ['npm test && npm publish', undefined],
  ['npm test; rm a', undefined],
  ['npm test | tee a', undefined],
  ['npm test $(cat a)', undefined],
  ['npm test "$A"', undefined],
  ['npm test &', undefined],
  ['npm\ttest', undefined],
  ['cat ../a', undefined],
  ['sort -o a b', undefined],
  ['tee .git/config', undefined],
  ['sudo npm test', undefined],
  ['ls', undefined],
  ['', undefined],
])('seed 003, getCommandPattern: the pattern of %j is %s', (command, pattern) =>
  expect(classify(command).pattern).toBe(pattern),
);
