import { expect, test } from 'vitest';
import { regressionFile, splitCommands } from './judge-commands.ts';

test.each([
  ['ls\n\n  cat a \r\nrm b', 'line', ['ls', 'cat a', 'rm b']],
  ['for f in *; do\r\n  cat "$f"\ndone\n', 'script', ['for f in *; do\n  cat "$f"\ndone\n']],
  [' \n ', 'line', []],
  [' \n ', 'script', []],
] as const)('%j is judged by the %s', (text, by, commands) => {
  expect(splitCommands(text, by)).toEqual(commands);
});

test('the regression file is one line of JSON for each command', () => {
  const rows = [
    { command: 'ls', verdict: { decision: 'allow' as const } },
    { command: 'cat <<E\n"\nE', verdict: { decision: 'ask' as const } },
  ];
  const lines = regressionFile(rows).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { cmd: 'ls', want: 'allow' },
    { cmd: 'cat <<E\n"\nE', want: 'ask' },
  ]);
});
