const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Commands that only read the script's folder. */
export const readers = lines(String.raw`
  cat a.txt
  cat a.txt b.txt
  ls
  ls -la sub
  head -n 2 a.txt
  tail -1 b.txt
  wc -l a.txt
  sort a.txt
  sort -r b.txt
  uniq a.txt
  cut -d, -f1 a.txt
  tr a-z A-Z < a.txt
  grep one a.txt
  grep -c two b.txt
  grep -r one sub
  find . -name '*.txt'
  find sub -type f
  echo one two
  echo "$x"
  printf '%s\n' one
  sed -n 1p a.txt
  awk '{ print $1 }' a.txt
  true
  :
  pwd
  test -f a.txt
  [ -f a.txt ]
  [ "$x" = a ]
  [[ -n $x ]]
  [[ a == a* ]]
  [[ $x =~ ^a|b$ ]]
  nl a.txt
  od -c a.txt
  diff a.txt b.txt
  stat a.txt
  basename sub/c.txt
  dirname sub/c.txt
  seq 3
  date +%Y
  rev a.txt
  tac a.txt
  comm a.txt b.txt
  paste a.txt b.txt
  x=1
  x=a.txt
  cat "$x"
  echo $((1 + 2))
  ((x = 1))
  cd sub
  fold -w 4 a.txt
  md5sum a.txt
  cat -- a.txt
  echo {a,b}.txt
  cat *.txt
  ls *
  cat ./*.txt
  sort *
  xargs echo < a.txt
  command -v ls
  read -r x < a.txt
  set -e
  export y=1
  local z
  jq . j.json
`);

/** Commands that write, start forbidden programs, or read outside the folder. */
export const others = lines(String.raw`
  sudo ls
  su
  doas ls
  s\udo ls
  s"u"do ls
  'sudo' ls
  $'sudo' ls
  reboot
  mkfs.ext4 a.txt
  touch new.txt
  rm a.txt
  tee new.txt
  mv a.txt d.txt
  cp a.txt d.txt
  mkdir made
  chmod 700 a.txt
  ln -s a.txt link
  dd of=new.txt
  python3 a.py
  node a.js
  curl x
  env touch new.txt
  nice touch new.txt
  command touch new.txt
  bash -c 'touch new.txt'
  eval touch new.txt
  xargs touch < a.txt
  find . -exec touch {} ;
  find . -delete
  sort -o new.txt a.txt
  sort -onew.txt a.txt
  uniq a.txt new.txt
  sed -i s/one/two/ a.txt
  sed 'w new.txt' a.txt
  awk '{ print > "new.txt" }' a.txt
  awk 'BEGIN { system("touch new.txt") }'
  xxd a.txt new.txt
  echo one > new.txt
  echo one >> a.txt
  > new.txt
  cat a.txt &> new.txt
  cat a.txt >| new.txt
  cat <> new.txt
  cat ../secret.txt
  cat /outside/secret.txt
  cat ~/secret.txt
  cat "$HOME/secret.txt"
  head ../*.txt
  grep -r one ..
  grep -f ../secret.txt a.txt
  cat < ../secret.txt
  cd .. && cat secret.txt
  $x a.txt
  $(echo touch) new.txt
  echo $(touch new.txt)
  echo "$(touch new.txt)"
  cat <(touch new.txt)
  x=$(touch new.txt)
  [[ -n $(touch new.txt) ]]
  ((x[$(touch new.txt)]))
  printf -v 'x[$(touch new.txt)]' a
  PATH=. ls
  ./run.sh
  . ./run.sh
  source run.sh
  trap 'touch new.txt' EXIT
  alias ls=touch
`);

/** What may be between two commands: most of it separates them, some does not. */
export const glue = [
  ...[';', '; ', '\n', '\n\n', ' && ', ' || ', ' | ', '|', ' |& ', ' & ', ';\n', ' |\n', ' &&\n'],
  ...['\n\\\n', ' \\\n', '\\\n', '\n  \\\n\\\n', ';\\\n', '\n# a comment\n', ' # a comment\n'],
  ...[' #', '\n\t', ' ', ' ;; ', '\n;', ' \n\n \\\n ', ' &\n', '\n=~ ', '|\\\n', '&&\\\n'],
];

/** Signs that parsers may read differently, at any position. */
export const signs = [
  ...[
    ' =~ ',
    ' == ',
    ' != ',
    ' }',
    '} ',
    ' { ',
    ' ]] ',
    ' [[ ',
    ' )) ',
    ' (( ',
    ' esac ',
    ' done ',
  ],
  ...[' fi ', ' in ', ' then ', ' do ', ' a=', ' a= ', ' a=b ', ' a=(b c) ', ' a[0]=b ', ' ! '],
  ...['$((1+1))', '$(echo a)', '`echo a`', ' <<E\na\nE\n', " <<'E'\n$(touch new.txt)\nE\n"],
  ...[' <<E\n$(touch new.txt)\nE\n', " <<< 'a'", "'", '"', '\\', '#', ' #', '!', '<(', ')', '('],
  ...['$', '`', '\\\n', '\n', ';', '&', '|', '{1..3}', '{a,b}', '*', '?', '~', '${x:-a}', '${x}'],
  ...[
    '$x',
    '"$x"',
    "$'\\n'",
    ' time ',
    ' coproc ',
    ' function f ',
    ' f() ',
    ' case a in a) ',
    ';;',
  ],
  ...[' 2>/dev/null', ' >/dev/null', ' <a.txt', ' 2>&1', ' > new.txt', ' 3<a.txt', ' -- ', ' -o '],
  ...['${x#a}', '${x//a/b}', '${#x}', '$"a"', '[a-z]', ' select x in a; do ', ' for x in ', '$[1]'],
];

/** Programs with options and words: some options write or read elsewhere. */
export const optionPrograms = (
  'sort uniq head tail wc cut grep ls cat nl od diff sed tr stat date du join comm paste fold fmt ' +
  'xxd file column base64 cmp find xargs awk tree rg fd hexdump strings shuf pr expand cksum tac ' +
  'realpath readlink df ps id printenv env nice timeout jq egrep zcat split csplit ptx'
).split(' ');
export const optionWords = lines(`
  a.txt
  b.txt
  new.txt
  -onew.txt
  -o
  2
  sub
  ../secret.txt
  /outside/secret.txt
  --output=new.txt
  --out=new.txt
  --output
  ,
  one
  --
  touch
  touch new.txt
  -
`);
export const longOptions = lines(`
  --files0-from=../list0
  --compress-program=touch
  --temporary-directory=made
  --random-source=../secret.txt
  --file=../secret.txt
  --exclude-from=../secret.txt
  --from-file=../secret.txt
  --to-file=../secret.txt
  --magic-file=../secret.txt
  --reference=../secret.txt
  --pre=touch
  --in-place
  --expression=w new.txt
  --revert
  --arg-file=../secret.txt
  --ignore-file=../secret.txt
  --relative-to=sub
  --newer=../secret.txt
`);
