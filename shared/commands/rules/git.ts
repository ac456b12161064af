import type { OptionTable } from '../options.ts';

/** What keeps a git subcommand a reader. Source: git's manual pages; seed 003, GIT_READ_ONLY. */
export interface GitRule extends OptionTable {
  /** Only these first operands read; undefined: any. An empty text stands for no operand. */
  only?: readonly string[];
  /** Whether any operand at all makes it write, unless one of `listing` is given. */
  operandsWrite?: boolean;
  listing?: readonly string[];
  /** What one operand alone looks like that is only read, as long as no option but `reading` is given. */
  operandReads?: RegExp;
  reading?: readonly string[];
}

const outputs = [
  '--output',
  '--ext-diff',
  '--textconv',
  '-O',
  '--open-files-in-pager',
  '--no-index',
  '--show-signature',
];
const history: GitRule = { risky: outputs, valued: 'nSGL' };

export const gitReaders: Readonly<Record<string, GitRule>> = {
  status: {},
  log: history,
  show: history,
  diff: { risky: outputs, valued: 'SG' },
  whatchanged: history,
  shortlog: { risky: outputs },
  'rev-list': history,
  'rev-parse': {},
  describe: {},
  blame: { paths: ['--contents', '--ignore-revs-file', '-S'], valued: 'L' },
  'ls-files': { paths: ['-X', '--exclude-from'], valued: 'x' },
  'ls-tree': {},
  'cat-file': { risky: ['--textconv', '--filters'] },
  'merge-base': {},
  'for-each-ref': {},
  'show-ref': { risky: ['--exclude-existing'] },
  'name-rev': {},
  'count-objects': {},
  'check-ignore': {},
  'check-attr': {},
  cherry: {},
  grep: {
    risky: ['-O', '--open-files-in-pager', '--no-index', '--textconv'],
    valued: 'eABCm',
    paths: ['-f'],
  },
  branch: {
    risky: [
      '-d',
      '-D',
      '-m',
      '-M',
      '-c',
      '-C',
      '-u',
      '-f',
      '-t',
      '--delete',
      '--move',
      '--copy',
      '--set-upstream-to',
      '--unset-upstream',
      '--edit-description',
      '--force',
      '--track',
      '--create-reflog',
    ],
    operandsWrite: true,
    valuedLong: ['--sort', '--format'],
    listing: ['-l', '--list', '--contains', '--merged', '--no-merged', '--points-at'],
  },
  tag: {
    risky: [
      '-d',
      '-a',
      '-s',
      '-u',
      '-f',
      '-m',
      '-F',
      '-e',
      '-v',
      '--verify',
      '--delete',
      '--annotate',
      '--sign',
      '--force',
      '--message',
      '--file',
      '--edit',
      '--local-user',
    ],
    operandsWrite: true,
    valuedLong: ['--sort', '--format', '--cleanup', '--trailer'],
    listing: ['-l', '--list', '--contains', '--merged', '--no-merged', '--points-at'],
  },
  remote: { only: ['', 'get-url'] },
  reflog: { only: ['', 'show'], risky: outputs, valued: 'n' },
  stash: { only: ['list', 'show'], risky: outputs },
  worktree: { only: ['list'] },
  submodule: { only: ['', 'status', 'summary'] },
  config: {
    only: ['get', 'list'],
    operandReads: /^[a-zA-Z][\w-]*\.\S+$/,
    reading: ['-z', '--null', '--local', '--show-origin', '--show-scope', '--bool', '--int'],
    valuedLong: ['--type', '--default', '--comment', '--value', '--url'],
    listing: ['--get', '--get-all', '--list', '-l', '--get-regexp'],
    risky: [
      '-e',
      '--edit',
      '--unset',
      '--unset-all',
      '--add',
      '--replace-all',
      '-f',
      '--file',
      '--global',
      '--system',
      '--blob',
      '--rename-section',
      '--remove-section',
    ],
  },
  version: {},
};

/** Options before the subcommand that read nothing else and start nothing. */
export const gitGlobals: readonly string[] = [
  '--no-pager',
  '-P',
  '--no-optional-locks',
  '--literal-pathspecs',
  '--no-replace-objects',
  '--bare',
];
