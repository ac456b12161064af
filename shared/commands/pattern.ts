import type { Segment } from './decision.ts';
import { doings } from './rules/doings.ts';

/**
 * Programs whose second word says what they do, as in `npm test`, and the second words after which the third
 * says it.
 */
const subcommands: ReadonlyMap<string, RegExp> = new Map(
  `apt apt-get brew bun cargo dnf docker docker-compose gem gh git go kubectl npm npx pip pip3 pnpm rustup
   systemctl yarn`
    .split(/\s+/)
    .map((name) => [name, /^(run|run-script|compose|mod|pr|issue)$/]),
);
/** A command without expansions, quotes, redirections or operators. */
const plain = /^[\w./:=@%,+-]+( [\w./:=@%,+-]+)*$/;
const word = /^[a-z][\w:-]*$/;

/**
 * Returns the pattern that a lasting approval may cover: the first words of a command, such as `npm test *`.
 * Coding agents use the same form. Returns undefined unless a single plain command needs approval and its
 * first words say what it does: `node *` would cover every program.
 */
export const commandPattern = (
  command: string,
  segments: readonly Segment[],
): string | undefined => {
  const [only, ...others] = segments;
  if (!only || others.length > 0 || only.decision !== 'ask') return undefined;
  if (only.text !== command.trim() || !plain.test(only.text)) return undefined;
  const words = only.text.split(' ');
  const [program = '', second = '', third = ''] = words;
  // Any reason other than the unknown program applies to this text only.
  const isNamed = only.rule === 'unknown' && only.reason.values?.name === program;
  if (!isNamed && only.rule !== `git ${second}`) return undefined;
  if (!word.test(program) || doings.get(program) === 'runs-code') return undefined;
  const deeper = subcommands.get(program);
  if (!deeper) return `${program} *`;
  if (!word.test(second)) return undefined;
  if (!deeper.test(second)) return `${program} ${second} *`;
  return word.test(third) ? `${program} ${second} ${third} *` : undefined;
};
