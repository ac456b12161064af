import type { ReaderRule } from './reader-rule.ts';

const grep: ReaderRule = {
  operands: 'pattern',
  options: `-# -EFGPiwxzsvVbnHhoqaIrRLlcTZUuy -A: -B: -C: -D: -d: -m: -e: -f@ --extended-regexp
    --fixed-strings --basic-regexp --perl-regexp --regexp= --file@ --ignore-case --no-ignore-case
    --word-regexp --line-regexp --null-data --no-messages --invert-match --max-count= --byte-offset
    --line-number --line-buffered --with-filename --no-filename --label= --only-matching --quiet
    --silent --binary-files= --text --directories= --devices= --recursive --dereference-recursive
    --include= --exclude= --exclude-from@ --exclude-dir= --files-without-match --files-with-matches
    --count --initial-tab --null --before-context= --after-context= --context= --group-separator=
    --no-group-separator --color? --colour? --binary`,
  patternOptions: ['-e', '-f', '--regexp', '--file'],
};

/** Programs that search for a pattern. Source: the manuals of jq, GNU grep, ripgrep and fd. */
export const searchers: Readonly<Record<string, ReaderRule>> = {
  jq: {
    operands: 'pattern',
    options: `-cnersRCMSajh --arg== --argjson== --args --jsonargs --indent= --tab --compact-output
      --null-input --exit-status --raw-output --raw-input --slurp --color-output --monochrome-output
      --sort-keys --ascii-output --join-output --stream --seq !-L: !-f: !--library-path= !--from-file=
      !--slurpfile== !--rawfile== !--argfile==`,
    refuses: /\b(import|include)\b/,
  },
  grep,
  egrep: grep,
  fgrep: grep,
  rg: {
    operands: 'pattern',
    options: `-acFhHiIlLnNopPqsSuUvVwx0. -A: -B: -C: -d: -e: -E: -f@ -g: -j: -m: -M: -r: -t: -T: !-z
      --after-context= --before-context= --context= --encoding= --regexp= --file@ --glob= --iglob=
      --threads= --max-count= --max-columns= --max-depth= --replace= --type= --type-not= --color=
      --colors= --sort= --sortr= --max-filesize= --context-separator= --path-separator= --engine=
      --text --byte-offset --column --count --count-matches --crlf --fixed-strings --files
      --files-with-matches --files-without-match --follow --glob-case-insensitive --heading
      --no-heading --help --hidden --ignore-case --invert-match --json --line-buffered --line-number
      --no-line-number --line-regexp --max-columns-preview --multiline --multiline-dotall
      --no-config --no-filename --no-ignore --no-ignore-vcs --no-ignore-parent --no-messages --null
      --one-file-system --only-matching --pcre2 --passthru --pretty --quiet --smart-case
      --case-sensitive --stats --trim --type-list --unrestricted --vimgrep --with-filename
      --word-regexp --ignore-file@ !--pre= !--pre-glob= !--hostname-bin= !--search-zip !--type-add=
      !--type-clear= !--hyperlink-format=`,
    patternOptions: ['-e', '-f', '--regexp', '--file', '--files', '--type-list'],
  },
  fd: {
    operands: 'pattern',
    options: `-HIusigapLF0l1qhV -d: -e: -E: -t: -S: -c: -j: -o: --hidden --no-ignore --no-ignore-vcs
      --no-ignore-parent --unrestricted --case-sensitive --ignore-case --glob --regex
      --fixed-strings --absolute-path --full-path --list-details --follow --print0 --max-depth=
      --min-depth= --exact-depth= --exclude= --prune --type= --extension= --size= --changed-within=
      --changed-before= --owner= --color= --threads= --max-results= --quiet --show-errors
      --strip-cwd-prefix? --one-file-system --path-separator= --and= --ignore-file@ !-x !-X !--exec
      !--exec-batch !-C: !--base-directory= !--search-path= !--gen-completions? !--format=`,
  },
};
