import type { Syntax } from './syntax.ts';

/** A word of a command after quotes, escapes, braces and what can be known of expansions. */
export interface Word {
  /** As it stands in the script. */
  source: string;
  /** The texts it becomes (several by brace expansion), or undefined where they cannot be known. */
  values: string[] | undefined;
  /** False when a value was guessed through a variable or substitution: good enough to refuse, never to allow. */
  certain: boolean;
  /** Whether it begins with a wildcard, so that a file name could become an option. */
  leadingWild: boolean;
  /** Whether it names only files inside the workspace, though which is not known. */
  inside: boolean;
  /** Substitutions within it, each a list of statements that run. */
  nested: Syntax[];
  /** Why it must be asked for, whatever the command. */
  alarms: string[];
}

export const plainWord = (text: string, source = text): Word => ({
  source,
  values: [text],
  certain: true,
  leadingWild: false,
  inside: false,
  nested: [],
  alarms: [],
});
