import type { Finding, Segment } from './decision.ts';
import type { Place } from './paths.ts';
import type { Syntax } from './syntax.ts';
import type { Word } from './word.ts';

/** What is known of a shell variable. */
export interface Variable {
  /** Texts it may hold; a guess, because order and branches are not followed. */
  guesses: string[];
  /** Whether every value is a number, so that arithmetic on it runs nothing. */
  numeric: boolean;
  /** Whether every value names only files inside the workspace. */
  inside: boolean;
}

/** What a command is fed on its standard input. */
export interface Input {
  /** Text that is known, such as a here-document; a shell would run it. */
  text?: string | undefined;
  /** Whether it is nothing but names of files inside the workspace. */
  names?: boolean;
  /** Whether something comes in at all. */
  piped?: boolean;
}

/** What judging a script carries along. */
export interface Context {
  place: Place;
  /** Commands and redirections that were judged; what is left over at the end is asked for. */
  seen: Set<Syntax>;
  /** Statements are judged in order; an absolute `cd` moves the place. */
  moveTo(directory: string): void;
  variables: ReadonlyMap<string, Variable>;
  /** Variables that the caller sets, with their exact text; one that the script sets is not known. */
  environment: Readonly<Record<string, string>>;
  functions: ReadonlySet<string>;
  /** Whether a statement prints nothing but names of files inside the workspace. */
  printsNames(statement: Syntax): boolean;
  /** Reads a node as the words it becomes. */
  readWord(node: Syntax): Word[];
  /** Judges a command inside a command. */
  judgeWords(words: Word[], input: Input): Finding[];
  /** Judges a text that a shell would read. */
  judgeText(script: string): Segment[];
  /** How many scripts deep this is, such as `bash -c "bash -c …"`. */
  depth: number;
}
