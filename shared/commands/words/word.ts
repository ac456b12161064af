import type { Reason } from '../../tool/problem/reason.ts';
import type { Syntax } from '../syntax.ts';

/** A word of a command after quotes, escapes, braces and known expansions. */
export interface Word {
  /** The text in the script. */
  source: string;
  /** The values of the word (braces make several words), or undefined if unknown. */
  values: string[] | undefined;
  /**
   * False if a value was guessed from a variable or substitution. A guess can refuse a command and never
   * allow it.
   */
  certain: boolean;
  /** Whether the word is always one of `values`. */
  exact: boolean;
  /** Whether bash may turn it into several words or none: file names, or an unquoted expansion. */
  splits: boolean;
  /** Whether the word begins with a wildcard, so that a file name could become an option. */
  leadingWild: boolean;
  /** Whether an unknown value may begin with "-". */
  mayDash: boolean;
  /** The certain beginning of the word. */
  prefix: string;
  /** Whether the word names only files inside the workspace, even if the names are unknown. */
  inside: boolean;
  /** The statements of its substitutions, which run. */
  nested: Syntax[];
  /** Reasons why the command needs approval, whatever the command is. */
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
