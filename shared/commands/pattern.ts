import type { Segment } from './decision.ts';
import { doings } from './rules/doings.ts';

/** Programs whose second word says what they do, as `npm test` does; the third, after these words. */
const subcommands: ReadonlyMap<string, RegExp> = new Map(
  `apt apt-get brew bun cargo dnf docker docker-compose gem gh git go kubectl npm npx pip pip3 pnpm rustup
   systemctl yarn`
    .split(/\s+/)
    .map((name) => [name, /^(run|run-script|compose|mod|pr|issue)$/]),
);
/** Nothing in it is expanded, quoted, redirected or chained. */
const plain = /^[\w./:=@%,+-]+( [\w./:=@%,+-]+)*$/;
const word = /^[a-z][\w:-]*$/;

/**
 * What an answer for longer than once may cover: the first words of a command, such as `npm test *`, as
 * they are known from agents that code. Undefined where more runs than one plain command, or where its
 * first words do not say what it does: `node *` would be every program there is.
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
  // Anything else than the program itself that is in question is so for this one text.
  const isNamed = only.rule === 'unknown' && only.reason.values?.name === program;
  if (!isNamed && only.rule !== `git ${second}`) return undefined;
  if (!word.test(program) || doings.get(program) === 'runs-code') return undefined;
  const deeper = subcommands.get(program);
  if (!deeper) return `${program} *`;
  if (!word.test(second)) return undefined;
  if (!deeper.test(second)) return `${program} ${second} *`;
  return word.test(third) ? `${program} ${second} ${third} *` : undefined;
};
