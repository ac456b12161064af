import type { Parse } from '../open-parser.ts';
import type { Syntax } from '../syntax.ts';

/**
 * A comma between two bare words. The grammar does not know lists of them, such as `Name, Length`. One
 * before a dash stays: what follows would become a parameter, which it is not.
 */
const between = /(?<=[\w*.?\]])[ \t]*,[ \t]*(?=[\w*.?[/\\$~])/g;

/** `1MB` is a number, too. */
const multiplier = /(?<=(?<![\w.])\d+)[kmgtp]b\b/gi;

/**
 * Parses a script; one that cannot be parsed is tried again with blanks in place of such commas and letters. Every
 * word of a list is judged on its own then, as it is anyway, and everything else stays at its place.
 */
export function parseLists(parse: Parse, text: string): ReturnType<Parse> {
  const first = parse(text);
  if ('unreadable' in first || !isBroken(first)) return first;
  const blanked = [between, multiplier].reduce(
    (left, form) => left.replaceAll(form, (found) => ' '.repeat(found.length)),
    text,
  );
  if (blanked === text) return first;
  const second = parse(blanked);
  return 'unreadable' in second || isBroken(second) ? first : second;
}

/** Whether the grammar gave up somewhere, or made something up to go on. */
export const isBroken = (node: Syntax): boolean =>
  node.missing || node.type === 'ERROR' || node.children.some(isBroken);
