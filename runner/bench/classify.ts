import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';
import { z } from 'zod';
import { openBashParser } from '../../shared/commands/bash-parser.ts';
import { createClassifier } from '../../shared/commands/classify.ts';
import { grammarFiles } from '../platform/grammar-files.ts';
import { reportLine, reportRatio } from './ground/measure.ts';

const ROUNDS = 60;
const LONGEST = 200_000;

const Row = z.object({
  cmd: z.string(),
  environment: z.record(z.string(), z.string()).optional(),
});
const table = new URL('../../shared/commands/fixtures/bash.jsonl', import.meta.url);
const rows = readFileSync(table, 'utf8')
  .trim()
  .split('\n')
  .map((line) => Row.parse(JSON.parse(line)));

const files = await grammarFiles('bash');
const parse = await openBashParser(files);
const classify = createClassifier(parse);
const bare = new Parser();
bare.setLanguage(await Language.load(files.grammar));

/** Judges the whole table once; returns milliseconds. */
const all = (each: (row: z.infer<typeof Row>) => unknown) => () => {
  for (const row of rows) each(row);
};
const [judged = 0, read = 0, parsed = 0] = fastest(
  [
    all(({ cmd, environment }) => classify(cmd, { environment: environment ?? {} })),
    all(({ cmd }) => parse(cmd)),
    all(({ cmd }) => bare.parse(cmd)?.delete()),
  ],
  ROUNDS,
  10,
);
const perSecond = (ms: number) => `${Math.round((rows.length * 1000) / ms)} a second`;
reportLine(`${rows.length} commands judged`, perSecond(judged));
reportLine('the same parsed by tree-sitter', perSecond(parsed));
reportRatio('judging against parsing alone', judged, parsed, 4);
reportRatio('judging against parsing and reading the tree', judged, read);

/** Texts of the longest length that is parsed, each slow in another part of the parser. */
const repeated = (piece: string) => piece.repeat(Math.floor(LONGEST / piece.length));
const long: [string, string][] = [
  ['many commands', repeated('ls -l a;')],
  ['one word', `cat ${'a'.repeat(LONGEST - 4)}`],
  ['many words', `cat ${repeated('a ').slice(4)}`],
  ['many pipes', `cat a${repeated('|sort').slice(5)}`],
  ['many variables', repeated('x=$x$y;')],
  ['many functions', repeated('f() { f; };')],
  ['one function, many calls', `f() { cat "$1" "$2"; };${repeated('f a b;').slice(24)}`],
  ['many loops that read names', repeated('find .|while read -r f;do cat "$f";done;')],
  ['many quotes', `echo ${repeated('"a"\'b\'').slice(6)}`],
  ['many braces', `echo ${repeated('{a,b} ').slice(6)}`],
  ['many here-documents', repeated('cat <<E\n$x\nE\n')],
  ['a long awk program', `awk '${repeated('{a=b/c}').slice(8)}' a`],
  ['a long sed script', `sed '${repeated('s/a/b/;').slice(8)}' a`],
  ['unclosed brackets', repeated('[ ( ')],
  ['nothing but dollars', repeated('$')],
];
let slowest = { name: '', ms: 0 };
for (const [name, text] of long) {
  const started = performance.now();
  const { decision } = classify(text);
  const ms = performance.now() - started;
  if (ms > slowest.ms) slowest = { name, ms };
  reportLine(`${text.length} characters: ${name}`, `${ms.toFixed(0)} ms, ${decision}`);
}
reportLine('the slowest of them', `${slowest.ms.toFixed(0)} ms (${slowest.name})`);

/**
 * Returns the fastest of `count` runs after `warm` uncounted ones, in milliseconds, the candidates taking turns.
 * Other work on the machine only adds time, so the fastest run of short work says most.
 */
function fastest(candidates: (() => unknown)[], count: number, warm: number): number[] {
  const times = candidates.map(() => Infinity);
  for (let round = 0; round < count + warm; round++) {
    for (const [index, candidate] of candidates.entries()) {
      const started = performance.now();
      candidate();
      const took = performance.now() - started;
      if (round >= warm) times[index] = Math.min(times[index] ?? Infinity, took);
    }
  }
  return times;
}
