import { judgeGit } from '../judges/judge-git.ts';
import { allow, type Finding } from '../decision.ts';
import type { Place } from '../paths.ts';
import { versioned } from '../rules/versioned.ts';
import type { Syntax } from '../syntax.ts';
import { plainWord } from '../words/word.ts';
import { literals } from './literal.ts';

/** Bare words and strings that every version of PowerShell passes to a program unchanged. */
const bare = /^(?:[\w+=./~^][\w+=:./~^-]*|--?[\w=+^~-]+)$/;
const quoted = /^[\w@+=:./~^%|<>()* -]+$/;
const drive = /^[a-z]:/i;

const handed = (node: Syntax): string | undefined => {
  if (bare.test(node.text)) return drive.test(node.text) ? undefined : node.text;
  const [text, ...more] = /^["']/.test(node.text) ? (literals(node) ?? []) : [];
  if (text === undefined || more.length > 0) return undefined;
  return quoted.test(text) && !drive.test(text) ? text : undefined;
};

/**
 * Judges a program with the rules for bash. Returns undefined if it has no rule there, or if a word may reach
 * it changed.
 */
export function judgeNative(
  name: string,
  given: readonly Syntax[],
  place: Place,
): Finding[] | undefined {
  const program = name.replace(/\.exe$/, '');
  const words = given.map(handed);
  const texts = words.filter((word) => word !== undefined);
  if (texts.length < words.length) return undefined;
  if (texts.length === 1 && versioned.get(program)?.test(texts[0] ?? ''))
    return [allow(program, 'tells-version')];
  if (program !== 'git') return undefined;
  return judgeGit(
    texts.map((text) => plainWord(text)),
    { place, judgeText: () => [] },
  );
}
