import type { Reason } from '../../tool/problem/reason.ts';
import type { Syntax } from '../syntax.ts';

/** A word of a command after quotes, escapes, braces and what can be known of expansions. */
export interface Word {
  /** As it stands in the script. */
  source: string;
  /** The texts it becomes (several by brace expansion), or undefined where they cannot be known. */
  values: string[] | undefined;
  /** False when a value was guessed through a variable or substitution: good enough to refuse, never to allow. */
  certain: boolean;
  /** Whether `values` are all the texts that it can be, though which of them is not known. */
  exact: boolean;
  /** Whether bash may make several words of it, or none: file names, or an expansion without quotes. */
  splits: boolean;
  /** Whether it begins with a wildcard, so that a file name could become an option. */
  leadingWild: boolean;
  /** Whether a word that it becomes may begin with "-", as far as its text does not tell. */
  mayDash: boolean;
  /** The text that it begins with, whatever the rest becomes. */
  prefix: string;
  /** Whether it names only files inside the workspace, though which is not known. */
  inside: boolean;
  /** Substitutions within it, each a list of statements that run. */
  nested: Syntax[];
  /** Why it must be asked for, whatever the command. */
  alarms: Reason[];
}

export const plainWord = (text: string, source = text): Word => ({
  source,
  values: [text],
  certain: true,
  exact: true,
  splits: false,
  leadingWild: false,
  mayDash: false,
  prefix: text,
  inside: false,
  nested: [],
  alarms: [],
});
