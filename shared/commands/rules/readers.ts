import type { ReasonCode } from '../because.ts';
import type { ReaderRule } from './reader-rule.ts';
import { searchers } from './searchers.ts';

const paths = (options: string): ReaderRule => ({ operands: 'paths', options });
const text = (options: string): ReaderRule => ({ operands: 'text', options });
const names = (options: string): ReaderRule => ({ ...paths(options), does: 'only-reads-names' });
const compares = (options: string): ReaderRule => ({
  ...paths(options),
  does: 'only-compares-files',
});
const counts = (options: string): ReaderRule => ({ ...paths(options), does: 'only-counts' });
type Rules = Readonly<Record<string, ReaderRule>>;
/** Gives rules the same `does`, unless a rule has its own. */
const doing = (does: ReasonCode, rules: Rules): Rules =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, { does, ...rule }]));
/** A program for which words with a dash are operands. */
const plain: ReaderRule = { operands: 'text', options: 'none', does: 'only-computes' };

const sums = paths(
  '-bctzw -l: --binary --check --length= --tag --text --zero --ignore-missing --quiet --status --strict --warn',
);
const encoder = paths('-di -w: --decode --ignore-garbage --wrap=');

/** Programs that print their input in another form. */
const printers: Readonly<Record<string, ReaderRule>> = {
  cat: paths(
    '-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
  ),
  tac: paths('-br -s: --before --regex --separator='),
  rev: paths('-hV0 --zero'),
  nl: paths(
    '-p -b: -d: -f: -h: -i: -l: -n: -s: -v: -w: --body-numbering= --number-format= --number-separator= --number-width= --starting-line-number= --no-renumber',
  ),
  head: paths('-# -qvz -n: -c: --lines= --bytes= --quiet --silent --verbose --zero-terminated'),
  tail: paths(
    '-# -fFqvz -n: -c: -s: --lines= --bytes= --pid= --follow? --retry --sleep-interval= --max-unchanged-stats= --quiet --silent --verbose --zero-terminated',
  ),
  cut: paths(
    '-nsz -b: -c: -d: -f: --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated',
  ),
  paste: paths('-sz -d: --delimiters= --serial --zero-terminated'),
  comm: paths('-123z --check-order --nocheck-order --output-delimiter= --total --zero-terminated'),
  join: paths(
    '-iz -a: -e: -j: -o: -t: -v: -1: -2: --ignore-case --check-order --nocheck-order --header --zero-terminated',
  ),
  fold: paths('-# -bs -w: --bytes --spaces --width='),
  fmt: paths(
    '-# -cstu -g: -p: -w: --crown-margin --prefix= --split-only --tagged-paragraph --uniform-spacing --width= --goal=',
  ),
  pr: paths(
    '-# -acdFfJmrtTv -D: -h: -l: -N: -o: -w: -W: -e? -i? -n? -s? -S? --across --columns= --double-space --date-format= --header= --length= --merge --omit-header --width= --page-width= --indent= --no-file-warnings',
  ),
  expand: paths('-# -i -t: --initial --tabs='),
  unexpand: paths('-a -t: --all --first-only --tabs='),
  od: paths(
    '-abcdfilosvx -A: -j: -N: -S: -t: -w? --address-radix= --endian= --skip-bytes= --read-bytes= --format= --output-duplicates --width? --strings?',
  ),
  hexdump: paths('-bcCdoxv -L? -e: -f@ -n: -s: --canonical --length= --skip= --no-squeezing'),
  strings: {
    ...paths(
      '-# -adfow -n: -t: -e: -T: -U: -s: --all --data --print-file-name --bytes= --radix= --encoding=',
    ),
    replaces: /^@/,
    why: 'names-file-options',
  },
  column: paths(
    '-tdeLJx -n: -O: -N: -l: -E: -H: -R: -T: -W: -r: -i: -p: -c: -o: -s: --table --table-name= --table-columns= --table-order= --table-right= --table-hide= --table-truncate= --table-wrap= --table-noheadings --json --keep-empty-lines --output-width= --output-separator= --separator= --fillrows',
  ),
  base64: encoder,
  base32: encoder,
  zcat: paths('-flqrtv -S: --force --list --quiet --recursive --suffix= --test --verbose'),
  tsort: paths(''),
  xxd: {
    ...paths('-abCEeipudhv -c: -g: -l: -n: -o: -s: !-r first-letter leading'),
    most: 1,
    why: 'second-operand-written',
  },
  sort: paths(
    '-bcCdfghimMnrRsuVz -k: -S: -t: !-o: !-T: --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort --random-source@ --reverse --sort= --version-sort --batch-size= --check? --debug --key= --merge --stable --buffer-size= --field-separator= --parallel= --unique --zero-terminated !--output= !--compress-program= !--temporary-directory= !--files0-from=',
  ),
  uniq: {
    ...paths(
      '-# -cdDiuz -f: -s: -w: --count --repeated --all-repeated? --group? --skip-fields= --ignore-case --skip-chars= --unique --zero-terminated --check-chars=',
    ),
    most: 1,
    why: 'second-operand-written',
  },
  shuf: paths(
    '-erz -i: -n: !-o: --echo --input-range= --head-count= --random-source@ --repeat --zero-terminated !--output=',
  ),
};

/** Programs that print facts about files. */
const tellers: Readonly<Record<string, ReaderRule>> = {
  wc: counts('-cmlLw --bytes --chars --lines --max-line-length --words !--files0-from='),
  file: paths(
    '-bchiklLNnprsSd0v -e: -F: -P: -m@ !-f: !-C !-z !-Z --brief --mime --mime-type --mime-encoding --extension --dereference --no-dereference --keep-going --print0 --separator= --exclude= --magic-file@ !--files-from= !--compile !--uncompress !--uncompress-noreport',
  ),
  stat: paths('-Lft -c: --dereference --file-system --format= --printf= --terse --cached='),
  cksum: paths(
    '-czw -a: -l: --algorithm= --check --length= --tag --untagged --zero --ignore-missing --quiet --status --strict --warn --debug',
  ),
  sum: paths('-rs --sysv'),
  ...Object.fromEntries(
    ['md5sum', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'b2sum'].map(
      (name) => [name, sums],
    ),
  ),
  cmp: compares('-bls -i: -n: --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent'),
  diff: compares(
    '-# -qscuenyptTrNiEZbwBad -C: -U: -W: -F: -x: -I: -D: -L: -X@ -S@ !-l --normal --brief --report-identical-files --context? --unified? --side-by-side --width= --suppress-common-lines --left-column --show-c-function --show-function-line= --label= --expand-tabs --initial-tab --tabsize= --recursive --no-dereference --new-file --exclude= --exclude-from@ --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr --minimal --color? !--paginate !--to-file= !--from-file=',
  ),
  ls: names(
    '-aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I: -T: -w: --all --almost-all --author --escape --block-size= --ignore-backups --color? --directory --dired --classify? --file-type --format= --full-time --group-directories-first --no-group --human-readable --si --dereference-command-line --hide= --hyperlink? --indicator-style= --inode --ignore= --kibibytes --dereference --numeric-uid-gid --literal --quote-name --quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero',
  ),
  pwd: text('-LP --logical --physical'),
  du: paths(
    '-0abcDHhklLmPSsx -B: -d: -t: -X@ --null --all --apparent-size --block-size= --bytes --total --dereference-args --max-depth= --human-readable --inodes --dereference --count-links --no-dereference --separate-dirs --si --summarize --threshold= --time? --time-style= --exclude= --one-file-system --exclude-from@ !--files0-from=',
  ),
  df: paths(
    '-ahHiklPTv -B: -t: -x: --all --block-size= --human-readable --si --inodes --local --no-sync --output? --portability --sync --total --type= --print-type --exclude-type=',
  ),
  tree: names(
    '-adflxqNQpugshDFvtUrCnASXJi -L: -P: -I: -H: -T: !-o: !-R --all --dirsfirst --filesfirst --noreport --prune --du --gitignore --ignore-case --matchdirs --metafirst --inodes --device --si --timefmt= --filelimit= --charset= --sort= --fromfile !--fromtabfile !--infofile= !--gitfile= !--hintro= !--houtro= !--output=',
  ),
  basename: text('-az -s: --multiple --suffix= --zero'),
  dirname: text('-z --zero'),
  realpath: paths(
    '-emLPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks --zero --relative-to@ --relative-base@',
  ),
  readlink: paths(
    '-femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero',
  ),
};

/** Shell builtins, and programs that compute or wait. */
const shell: Readonly<Record<string, ReaderRule>> = {
  test: { operands: 'paths', options: 'none', does: 'only-compares' },
  '[': { operands: 'paths', options: 'none', does: 'only-compares' },
  echo: { ...plain, does: 'only-prints' },
  true: plain,
  false: plain,
  ':': plain,
  expr: plain,
  sleep: { ...plain, does: 'only-waits' },
  break: plain,
  continue: plain,
  return: plain,
  exit: plain,
  shift: plain,
  factor: plain,
  tr: text('-cCdst --complement --delete --squeeze-repeats --truncate-set1'),
  seq: text('-# -w -f: -s: --format= --separator= --equal-width'),
  numfmt: text(
    '-z -d: --delimiter= --field= --format= --from= --from-unit= --grouping --header? --invalid= --padding= --round= --suffix= --to= --to-unit= --zero-terminated --debug',
  ),
  read: { operands: 'names', options: '-ers -a: -d: -i: -n: -N: -p: -t: -u:' },
  type: text('-afptP'),
  which: text('-as --all'),
  wait: {
    ...text('-fn !-p:'),
    operandForm: /^(%?\d+|%[%+-])$/,
    why: 'operand-option-sets-variable',
  },
};

/** Programs that print facts about the machine, the time and processes. */
const system: Readonly<Record<string, ReaderRule>> = {
  date: {
    ...text(
      '-uR -d: -I? -f@ -r@ !-s: --date= --utc --universal --iso-8601? --rfc-email --rfc-3339= --resolution --debug --file@ --reference@ !--set=',
    ),
    operandForm: /^\+/,
    why: 'operand-sets-clock',
  },
  cal: text('-# -yjmshN3 -A: -B: -d: -n: --color? --three --year --monday --sunday --julian'),
  uname: text(
    '-asnrvmpio --all --kernel-name --nodename --kernel-release --machine --processor --operating-system',
  ),
  whoami: text(''),
  id: text('-aZgGnruz --group --groups --name --real --user --zero --context'),
  groups: text(''),
  hostname: {
    ...text(
      '-aAdfiIsy !-F: !-b --alias --all-fqdns --domain --fqdn --long --ip-address --all-ip-addresses --short !--file= !--boot',
    ),
    most: 0,
    why: 'operand-sets-name',
  },
  nproc: text('--all --ignore='),
  uptime: text('-psV --pretty --since'),
  arch: text(''),
  printenv: text('-0 --null'),
  free: text(
    '-bkmghltvw -s: -c: --bytes --kilo --mega --giga --tera --kibi --mebi --gibi --tebi --human --si --lohi --total --committed --seconds= --count= --wide',
  ),
  ps: {
    ...text(
      '-aAcdefFHjlLMmNPTVwyZ -C: -G: -g: -O: -o: -p: -q: -s: -t: -U: -u: --format= --sort= --pid= --ppid= --user= --group= --tty= --forest --headers --no-headers --deselect --cols= --width=',
    ),
    // `e` without a dash prints the environment of other programs.
    operandForm: /^(?![A-Za-z]*e[A-Za-z]*$)/,
    why: 'prints-variables-other-programs',
  },
  pgrep: text(
    '-lavwcfinoxLA -d: -g: -G: -O: -P: -s: -t: -u: -U: -r: -F@ --delimiter= --list-name --list-full --inverse --count --full --ignore-case --newest --oldest --older= --parent= --session= --terminal= --euid= --uid= --exact --pidfile@ --runstates= --ignore-ancestors --cgroup= --ns= --nslist= !--signal=',
  ),
  who: paths(
    '-abdHlmpqrstTuw --all --boot --heading --login --count --runlevel --short --time --users --mesg --ips --lookup',
  ),
  w: text('-husfoiV --no-header --no-current --short --from --old-style --ip-addr'),
  locale: text('-amckv --all-locales --charmaps --category-name --keyword-name --verbose'),
  tty: text('-s --silent --quiet'),
  getconf: text('-a -v:'),
  lscpu: text(
    '-abBcJxyhV -C? -e? -p? !-s: --all --online --offline --bytes --caches? --json --extended? --parse? --hex --physical --output-all !--sysroot=',
  ),
};

/**
 * Programs that only print, each with its known options. Source: the manuals of GNU coreutils, diffutils,
 * util-linux, binutils, file, procps and tree.
 */
export const readers: Readonly<Record<string, ReaderRule>> = {
  ...doing('only-prints-contents', printers),
  ...doing('only-tells-of-files', tellers),
  ...doing('only-searches', searchers),
  ...shell,
  ...doing('only-tells-of-machine', system),
};
