import type { ReaderRule } from './reader-rule.ts';

const grep: ReaderRule = {
  operands: 'pattern',
  valued: 'ABCDdme',
  valuedLong: ['--include', '--exclude', '--context', '--max-count', '--exclude-dir', '--regexp'],
  paths: ['-f', '--file', '--exclude-from'],
  patternOptions: ['-e', '-f', '--regexp', '--file'],
};

/** Programs that look for a pattern. Source: the manuals of jq, GNU grep, ripgrep and fd. */
export const searchers: Readonly<Record<string, ReaderRule>> = {
  jq: {
    operands: 'pattern',
    valuedLong: ['--indent'],
    pairs: ['--arg', '--argjson'],
    risky: ['-L', '--library-path', '--slurpfile', '--rawfile', '--argfile', '-f', '--from-file'],
    refuses: /\b(import|include)\b/,
  },
  grep,
  egrep: grep,
  fgrep: grep,
  rg: {
    operands: 'pattern',
    valued: 'ABCMTdgmrtEj',
    valuedLong: [
      '--glob',
      '--iglob',
      '--type',
      '--type-not',
      '--context',
      '--max-count',
      '--max-depth',
      '--color',
      '--sort',
      '--replace',
    ],
    risky: ['--pre', '--hostname-bin', '-z', '--search-zip', '--type-add', '--hyperlink-format'],
    paths: ['-f', '--file', '--ignore-file'],
    patternOptions: ['-e', '-f', '--regexp', '--file', '--files', '--type-list'],
  },
  fd: {
    operands: 'pattern',
    valued: 'detESc',
    valuedLong: ['--extension', '--type', '--max-depth', '--exclude'],
    risky: [
      '-x',
      '-X',
      '--exec',
      '--exec-batch',
      '--gen-completions',
      '-C',
      '--base-directory',
      '--search-path',
      '--format',
    ],
    paths: ['--ignore-file'],
  },
};
