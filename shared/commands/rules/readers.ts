import type { OptionTable } from '../options.ts';

/** How a program that only reads takes its operands. */
export interface ReaderRule extends OptionTable {
  /** `paths` are checked against the workspace, `text` is never a path, `pattern` is one text, then paths, `names` are of variables. */
  operands: 'paths' | 'text' | 'pattern' | 'names';
  /** Options that stand in for the pattern, so that every operand is a path. */
  patternOptions?: readonly string[];
  /** Long options that name a file of file names. */
  lists?: readonly string[];
  /** What a program among the operands must not hold. */
  refuses?: RegExp;
  /** What every operand has to look like; others make it do more than read. */
  operandForm?: RegExp;
  /** More operands than this make it write. */
  most?: number;
  /** Why more operands are asked for. */
  why?: string;
}

const paths: ReaderRule = { operands: 'paths' };
const text: ReaderRule = { operands: 'text' };

const grep: ReaderRule = {
  operands: 'pattern',
  valued: 'ABCDdme',
  valuedLong: ['--include', '--exclude', '--context', '--max-count', '--exclude-dir', '--regexp'],
  paths: ['-f', '--file', '--exclude-from'],
  patternOptions: ['-e', '-f', '--regexp', '--file'],
};

const hash: ReaderRule = { operands: 'paths' };

/**
 * Programs that print and change nothing, each with the options that would make it a writer or a
 * launcher. Source: the manuals of GNU coreutils, grep, diffutils, ripgrep, jq and util-linux.
 */
export const readers: Readonly<Record<string, ReaderRule>> = {
  cat: paths,
  tac: paths,
  rev: paths,
  nl: { operands: 'paths', valued: 'bdfhilnsvw' },
  head: { operands: 'paths', valued: 'nc', valuedLong: ['--lines', '--bytes'] },
  tail: { operands: 'paths', valued: 'ncs', valuedLong: ['--lines', '--bytes', '--pid'] },
  wc: { operands: 'paths', lists: ['--files0-from'] },
  cut: { operands: 'paths', valued: 'bcdf' },
  paste: { operands: 'paths', valued: 'd' },
  comm: paths,
  join: { operands: 'paths', valued: '12aejotv' },
  fold: { operands: 'paths', valued: 'w' },
  fmt: { operands: 'paths', valued: 'wgp' },
  pr: { operands: 'paths', valued: 'DhlNowW' },
  expand: { operands: 'paths', valued: 't' },
  unexpand: { operands: 'paths', valued: 't' },
  od: { operands: 'paths', valued: 'AjNSt' },
  hexdump: { operands: 'paths', valued: 'efns', paths: ['-f'] },
  strings: {
    operands: 'paths',
    valued: 'neTt',
    operandForm: /^[^@]/,
    why: '"@" names a file of options',
  },
  file: {
    operands: 'paths',
    valued: 'FPe',
    paths: ['-m', '--magic-file'],
    risky: ['-f', '--files-from', '-C', '--compile', '-z', '-Z'],
  },
  stat: { operands: 'paths', valued: 'c', valuedLong: ['--format', '--printf'] },
  column: { operands: 'paths', valued: 'csoNRTWHEOClnpri' },
  base64: { operands: 'paths', valued: 'w' },
  base32: { operands: 'paths', valued: 'w' },
  cksum: { operands: 'paths', valued: 'a' },
  sum: paths,
  md5sum: hash,
  sha1sum: hash,
  sha224sum: hash,
  sha256sum: hash,
  sha384sum: hash,
  sha512sum: hash,
  b2sum: hash,
  cmp: { operands: 'paths', valued: 'in' },
  diff: {
    operands: 'paths',
    valued: 'CUDFILWx',
    risky: ['-l', '--paginate', '--to-file', '--from-file'],
    paths: ['-X', '--exclude-from', '-S'],
  },
  zcat: paths,
  tsort: paths,
  uniq: { operands: 'paths', valued: 'fsw', most: 1, why: 'its second operand is written' },
  xxd: {
    operands: 'paths',
    valued: 'clngos',
    risky: ['-r', '--revert'],
    most: 1,
    why: 'its second operand is written',
  },
  sort: {
    operands: 'paths',
    valued: 'kStT',
    valuedLong: ['--key', '--field-separator', '--buffer-size', '--parallel'],
    risky: ['-o', '--output', '--compress-program', '-T', '--temporary-directory', '--files0-from'],
    paths: ['--random-source'],
  },
  shuf: { operands: 'paths', valued: 'in', risky: ['-o', '--output'], paths: ['--random-source'] },
  ls: { operands: 'paths', valued: 'ITw' },
  pwd: text,
  du: {
    operands: 'paths',
    valued: 'dBt',
    valuedLong: ['--max-depth', '--exclude'],
    lists: ['--files0-from'],
    paths: ['-X', '--exclude-from'],
  },
  df: { operands: 'paths', valued: 'Btx' },
  tree: {
    operands: 'paths',
    valued: 'LPIHT',
    valuedLong: ['--filelimit', '--charset', '--sort'],
    risky: [
      '-o',
      '--output',
      '--fromfile',
      '--fromtabfile',
      '--infofile',
      '--gitfile',
      '--hintro',
      '--houtro',
      '-R',
    ],
  },
  basename: text,
  dirname: text,
  realpath: { operands: 'paths', paths: ['--relative-to', '--relative-base'] },
  readlink: paths,
  test: { operands: 'paths', risky: ['-v', '-R'] },
  '[': { operands: 'paths', risky: ['-v', '-R'] },
  jq: {
    operands: 'pattern',
    valuedLong: ['--indent'],
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
  echo: text,
  true: text,
  false: text,
  ':': text,
  tr: text,
  seq: text,
  expr: text,
  sleep: text,
  factor: text,
  numfmt: { operands: 'text' },
  date: {
    operands: 'text',
    valued: 'd',
    valuedLong: ['--date'],
    risky: ['-s', '--set'],
    paths: ['-f', '--file', '-r', '--reference'],
    operandForm: /^\+/,
    why: 'an operand sets the clock',
  },
  cal: text,
  uname: text,
  whoami: text,
  id: text,
  groups: text,
  hostname: {
    operands: 'text',
    most: 0,
    risky: ['-F', '--file', '-b'],
    why: 'an operand sets the name',
  },
  nproc: text,
  uptime: text,
  arch: text,
  which: text,
  type: text,
  printenv: text,
  free: text,
  ps: text,
  locale: text,
  tty: text,
  getconf: text,
  lscpu: text,
  read: { operands: 'names', valued: 'adinNptu' },
  break: text,
  continue: text,
  return: text,
  exit: text,
  shift: text,
  wait: {
    operands: 'text',
    risky: ['-p'],
    operandForm: /^(%?\d+|%[%+-])$/,
    why: 'an operand may be an option that sets a variable',
  },
};

/** Programs that may be asked for their version and nothing else. */
export const versioned: ReadonlySet<string> = new Set(
  'bash cargo cmake deno docker gcc g++ git go java javac jq make node npm npx perl php pip pip3 python python3 rg ruby rustc tsc'.split(
    ' ',
  ),
);
