/**
 * The conditions under which a git subcommand only reads. Source: the manual pages of git; seed 003,
 * GIT_READ_ONLY.
 */
export interface GitRule {
  /** Its known options in the form of `readOptionTable`; any other option needs approval. */
  options: string;
  /** The first operands with which it only reads; undefined if any does. '' means no operand. */
  only?: readonly string[];
  /** Whether any operand makes it write, unless an option of `listing` is given. */
  operandsWrite?: boolean;
  listing?: readonly string[];
  /** The form of a single operand with which it only reads, if all options are in `reading`. */
  operandReads?: RegExp;
  reading?: readonly string[];
}

const diff = `-pusbwaRz -# -U? -M? -C? -B? -D? -S: -G: -W --patch --no-patch --unified= --raw --patch-with-raw
  --indent-heuristic --minimal --patience --histogram --diff-algorithm= --stat? --compact-summary
  --numstat --shortstat --dirstat? --cumulative --summary --patch-with-stat --name-only --name-status
  --submodule? --color? --no-color --color-moved? --color-words? --word-diff? --word-diff-regex=
  --no-renames --check --full-index --binary --abbrev? --break-rewrites? --find-renames? --find-copies?
  --find-copies-harder --diff-filter= --pickaxe-all --pickaxe-regex --relative? --no-relative --text
  --ignore-cr-at-eol --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines
  --inter-hunk-context= --function-context --exit-code --quiet --no-ext-diff --no-textconv
  --ignore-submodules? --src-prefix= --dst-prefix= --no-prefix --line-prefix= --skip-to= --rotate-to=
  --ws-error-highlight= --cached --staged --merge-base
  !-O: !--output= !--ext-diff !--textconv !--no-index`;

const commits = `-n: -i -E -F -P -g -c -m -L: --max-count= --skip= --since= --after= --until= --before= --author=
  --committer= --grep= --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings
  --perl-regexp --merges --no-merges --min-parents= --max-parents= --first-parent --not --all --branches?
  --tags? --remotes? --glob= --exclude= --reflog --cherry-pick --left-only --right-only --cherry
  --walk-reflogs --boundary --simplify-by-decoration --full-history --dense --sparse --simplify-merges
  --ancestry-path? --date-order --author-date-order --topo-order --reverse --no-walk? --oneline --pretty?
  --format= --abbrev-commit --no-abbrev-commit --encoding= --notes? --no-notes --expand-tabs? --date=
  --relative-date --parents --children --left-right --graph --decorate? --no-decorate --decorate-refs=
  --source --use-mailmap --mailmap --follow --no-follow --log-size --cc --root --no-show-signature
  !--show-signature`;

const history = `${diff} ${commits}`;
const refs = `--sort= --format= --contains= --no-contains= --merged= --no-merged= --points-at= --color? --no-color
  --column? --no-column --ignore-case -i`;

export const gitReaders: Readonly<Record<string, GitRule>> = {
  status: {
    options: `-sbvz -u? --short --branch --show-stash --porcelain? --long --verbose --untracked-files?
      --ignore-submodules? --ignored? --null --column? --no-column --ahead-behind --no-ahead-behind
      --renames --no-renames --find-renames?`,
  },
  log: { options: history },
  show: { options: history },
  diff: { options: diff },
  whatchanged: { options: history },
  shortlog: {
    options: `${commits.replace('-n:', '-n')} -sec -w? --summary --numbered --email --committer --group=`,
  },
  'rev-list': {
    options: `${commits} --count --objects --no-object-names --disk-usage? --timestamp --header --quiet --max-age= --min-age=`,
  },
  'rev-parse': {
    options: `-q --quiet --verify --short? --symbolic --symbolic-full-name --abbrev-ref? --all --branches? --tags? --remotes?
      --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree
      --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-object-format? --show-superproject-working-tree`,
  },
  describe: {
    options: `--dirty? --broken? --all --tags --contains --abbrev? --candidates= --exact-match --debug --long --match= --exclude= --always --first-parent`,
  },
  blame: {
    options: `-bltfnpswcek -# -L: -M? -C? -S@ --root --show-stats --reverse --porcelain --line-porcelain --incremental --encoding=
      --date= --show-name --show-number --show-email --abbrev? --color-lines --color-by-age --ignore-rev= --ignore-revs-file@
      --first-parent --since= --contents@ --no-textconv !--textconv`,
  },
  'ls-files': {
    options: `-cdomiskurtvfz -x: -X@ --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory
      --no-empty-directory --exclude= --exclude-from@ --exclude-per-directory= --exclude-standard --error-unmatch --full-name
      --abbrev? --eol --deduplicate --recurse-submodules --format=`,
  },
  'ls-tree': {
    options:
      '-drtlz --long --name-only --name-status --object-only --full-name --full-tree --abbrev? --format=',
  },
  'cat-file': { options: '-tsep !--textconv !--filters' },
  'merge-base': { options: '-a --all --octopus --is-ancestor --independent --fork-point' },
  'for-each-ref': { options: `${refs} --count= --shell --perl --python --tcl --exclude=` },
  'show-ref': {
    options:
      '-dqs --head --heads --tags --dereference --hash? --verify --abbrev? --quiet !--exclude-existing?',
  },
  'name-rev': { options: '--tags --refs= --exclude= --all --name-only --no-undefined --always' },
  'count-objects': { options: '-vH --verbose --human-readable' },
  'check-ignore': { options: '-qvnz --quiet --verbose --non-matching --no-index --stdin' },
  'check-attr': { options: '-az --all --cached --stdin' },
  cherry: { options: '-v --abbrev?' },
  grep: {
    options: `-# -aiIwvhHEFPGlLzcpqWnro -e: -A: -B: -C: -m: -f@ --cached --untracked --no-exclude-standard --exclude-standard
      --recurse-submodules --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp
      --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null
      --only-matching --count --color? --no-color --break --heading --show-function --function-context --context=
      --after-context= --before-context= --max-count= --max-depth= --threads= --and --or --not --all-match --quiet
      --no-textconv !-O? !--open-files-in-pager? !--no-index !--textconv`,
  },
  branch: {
    options: `-arvlq -# --all --remotes --list --verbose --abbrev? --no-abbrev --show-current ${refs}
      !-d !-D !-m !-M !-c !-C !-u: !-f !-t? !--delete !--move !--copy !--set-upstream-to= !--unset-upstream
      !--edit-description !--force !--track? !--create-reflog`,
    operandsWrite: true,
    listing: ['-l', '--list', '--contains', '--merged', '--no-merged', '--points-at'],
  },
  tag: {
    options: `-l -n? --list ${refs} --cleanup= --trailer= !-d !-a !-s !-u: !-f !-m: !-F: !-e !-v !--verify !--delete
      !--annotate !--sign !--force !--message= !--file= !--edit !--local-user= !--create-reflog`,
    operandsWrite: true,
    listing: ['-l', '--list', '--contains', '--merged', '--no-merged', '--points-at'],
  },
  remote: { only: ['', 'get-url'], options: '-v --verbose --all --push' },
  reflog: { only: ['', 'show'], options: history },
  stash: {
    only: ['list', 'show'],
    options: `${history} --include-untracked --only-untracked`,
  },
  worktree: { only: ['list'], options: '-vz --verbose --porcelain' },
  submodule: {
    only: ['', 'status', 'summary'],
    options: '-q -n: --quiet --cached --recursive --files --summary-limit=',
  },
  config: {
    only: ['get', 'list'],
    operandReads: /^[a-zA-Z][\w-]*\.\S+$/,
    reading: ['-z', '--null', '--local', '--show-origin', '--show-scope', '--bool', '--int'],
    listing: ['--get', '--get-all', '--list', '-l', '--get-regexp'],
    options: `-lz --get --get-all --get-regexp --get-urlmatch --list --null --name-only --local --worktree --show-origin
      --show-scope --bool --int --bool-or-int --path --expiry-date --includes --no-includes --all --regexp --type=
      --default= --comment= --value= --url= !-e !-f: !--edit !--unset !--unset-all !--add !--replace-all !--file=
      !--global !--system !--blob= !--rename-section !--remove-section !--append`,
  },
  version: { options: '--build-options' },
};

/** Options before the subcommand that read no other files and start nothing. */
export const gitGlobals: readonly string[] = [
  '--no-pager',
  '-P',
  '--no-optional-locks',
  '--literal-pathspecs',
  '--no-replace-objects',
  '--bare',
];
