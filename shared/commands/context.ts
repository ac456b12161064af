import type { Finding, Segment } from './decision.ts';
import type { Functions } from './words/functions.ts';
import type { Place } from './paths.ts';
import type { Syntax } from './syntax.ts';
import type { Word } from './words/word.ts';

/** The facts about a shell variable. All except `guesses` hold for every assignment. */
export interface Variable {
  /** Possible values: only guesses, because order and branches are not followed. */
  guesses: string[];
  /** Whether the value is always one of `guesses` or empty. */
  exact: boolean;
  /** Whether every value is a number, so that arithmetic with it runs nothing. */
  numeric: boolean;
  /** Whether every value names only files inside the workspace. */
  inside: boolean;
  /** Whether a value may begin with "-". */
  dashed: boolean;
}

/** The standard input of a command. */
export interface Input {
  /** The text, if known, such as a here-document. A shell would run it. */
  text?: string | undefined;
  /** Set if the input is nothing but names of files inside the workspace; false if the names are unknown. */
  names?: Names | false;
  /** Whether a pipe feeds the command. */
  piped?: boolean;
}

/** How a program prints names of files inside the workspace. */
export interface Names {
  /** Whether NUL ends each name instead of a line feed, which a name may contain. */
  nul: boolean;
  /** Whether each name begins with the searched folder, so that none begins with "-". */
  rooted: boolean;
}

/** The state that the judges of one script share. */
export interface Context {
  place: Place;
  /** The commands and redirections that were judged. The rest need approval in the end. */
  seen: Set<Syntax>;
  /** The segments of plain commands by text, valid until the place changes. */
  judged: Map<string, Segment[]>;
  /** Changes the place after an absolute `cd`. Statements are judged in order. */
  moveTo(directory: string): void;
  variables: ReadonlyMap<string, Variable>;
  /** Variables that the caller sets, with exact values. A variable that the script sets is not among them. */
  environment: Readonly<Record<string, string>>;
  /** Whether all variables outside `environment` are unset. */
  closed: boolean;
  functions: Functions;
  /** Returns how a statement prints file names, or undefined if it may print anything else. */
  printsNames(statement: Syntax): Names | undefined;
  /**
   * Returns the words that a node expands to. With `whole`, as for the value of an assignment, the word is
   * not split.
   */
  readWord(node: Syntax, whole?: boolean): Word[];
  /** Judges a command inside a command. */
  judgeWords(words: Word[], input: Input): Finding[];
  /** Judges a text that a shell would run. */
  judgeText(script: string): Segment[];
  /** The number of enclosing scripts, as in `bash -c "bash -c …"`. */
  depth: number;
}
