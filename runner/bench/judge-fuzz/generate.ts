import {
  glue,
  longOptions,
  optionPrograms,
  optionWords,
  others,
  readers,
  signs,
} from './pieces.ts';
import { Random } from './random.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Returns a program with random options and words, which tests the tables of options. */
const guessed = (random: Random): string => {
  const words = [random.pick(optionPrograms)];
  for (let left = random.below(4) + 1; left > 0; left--) {
    const letters = Array.from({ length: random.below(2) + 1 }, () => random.pick([...LETTERS]));
    words.push(
      random.chance(0.45)
        ? `-${letters.join('')}`
        : random.pick(random.chance(0.2) ? longOptions : optionWords),
    );
  }
  return words.join(' ');
};

const redirections = [
  ' 2>/dev/null',
  ' >/dev/null',
  ' < a.txt',
  ' 2>&1',
  ' <<< one',
  ' &>/dev/null',
];

/** Returns one command, sometimes spelled differently or with a redirection. */
const command = (random: Random, harmless: number): string => {
  const kind = random.next();
  const text =
    kind < 0.06 ? guessed(random) : random.pick(random.chance(harmless) ? readers : others);
  if (random.chance(0.25)) return text + random.pick(redirections);
  if (random.chance(0.04)) return random.pick(redirections).trim() + ' ' + text;
  if (random.chance(0.04)) return `x=${random.pick(['a', 'touch', 'sudo', '', 'a.txt'])} ${text}`;
  if (random.chance(0.04)) return text.replace(/ /, random.pick(['  ', '\t', ' \\\n', '\\\n ']));
  if (random.chance(0.05)) return `! ${text}`;
  return text;
};

const list = (random: Random, depth: number, harmless: number): string => {
  let text = part(random, depth, harmless);
  for (let more = random.below(4); more > 0; more--)
    text += random.pick(glue) + part(random, depth, harmless);
  return text;
};

const body = (random: Random, depth: number, harmless: number): string =>
  random.pick(['', '\n', ' \\\n']) +
  list(random, depth + 1, harmless) +
  random.pick([';', '\n', ' ;\n', '\n\n']);

/** Returns a compound command, with its body in any layout. */
const compound = (random: Random, depth: number, harmless: number): string => {
  const inner = () => body(random, depth, harmless);
  const one = () => command(random, harmless);
  switch (random.below(12)) {
    case 0:
      return `if ${one()}; then ${inner()}fi`;
    case 1:
      return `if ${one()}\nthen ${inner()}else ${inner()}fi`;
    case 2:
      return `for x in a.txt b.txt; do ${inner()}done`;
    case 3:
      return `while read -r x; do ${inner()}done < a.txt`;
    case 4:
      return `case $x in\na) ${inner()};;\n(b|c) ${inner()};;\n*) ${one()}\nesac`;
    case 5:
      return `f() { ${inner()}}\nf a.txt`;
    case 6:
      return `( ${inner()})`;
    case 7:
      return `{ ${inner()}}`;
    case 8:
      return `echo "$( ${inner()})"`;
    case 9:
      return `x=\`${one()}\``;
    case 10:
      return `cat <<${random.pick(['E', "'E'", '-E', '\\E'])}\n$x one ${random.pick(['', `$(${one()})`, '`pwd`', 'E'])}\nE`;
    default:
      return `for ((i = 0; i < 2; i++)); do ${inner()}done`;
  }
};

function part(random: Random, depth: number, harmless: number): string {
  if (depth < 3 && random.chance(0.22)) return compound(random, depth, harmless);
  const text = command(random, harmless);
  if (!random.chance(0.2)) return text;
  return `${text} | ${command(random, harmless)}${random.chance(0.5) ? ` | ${command(random, harmless)}` : ''}`;
}

/** Inserts signs anywhere, or removes a character: what no grammar expects. */
const disturbed = (random: Random, text: string): string => {
  let script = text;
  for (let times = random.below(3) + 1; times > 0; times--) {
    const at = random.below(script.length + 1);
    const cut = random.chance(0.2) ? 1 : 0;
    script = script.slice(0, at) + (cut ? '' : random.pick(signs)) + script.slice(at + cut);
  }
  return script;
};

/** Returns harmless commands, a few signs, and one command that must not be overlooked behind them. */
const hiding = (random: Random): string => {
  let text = list(random, 2, 1);
  for (let times = random.below(3) + 1; times > 0; times--)
    text += random.chance(0.6)
      ? random.pick(glue) + (random.chance(0.3) ? command(random, 1) : '')
      : random.pick(signs) + random.pick(['', '', ' ', '\n', '; ']);
  text +=
    random.pick(others) + random.pick(['', '', '\n', ...redirections, ' }', ' ]]', '; }', ' )']);
  return random.chance(0.3) ? `${text}\n${list(random, 2, 1)}` : text;
};

/** Returns a bash script that may do anything; the same for the same seed. */
export const generateScript = (seed: number): string => {
  const random = new Random(seed);
  if (random.chance(0.12)) return guessed(random);
  if (random.chance(0.4)) return hiding(random);
  // Most commands must be harmless, or hardly any script would be allowed and run.
  const harmless = random.pick([0.99, 0.95, 0.9, 0.8]);
  const text = list(random, 0, harmless);
  return random.chance(0.45) ? disturbed(random, text) : text;
};
