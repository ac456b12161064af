import type { Finding, Segment } from './decision.ts';
import type { Functions } from './words/functions.ts';
import type { Place } from './paths.ts';
import type { Syntax } from './syntax.ts';
import type { Word } from './words/word.ts';

/** What is known of a shell variable. Everything but `guesses` holds for every assignment there is. */
export interface Variable {
  /** Texts it may hold; a guess, because order and branches are not followed. */
  guesses: string[];
  /** Whether it holds one of `guesses` or nothing, and never another text. */
  exact: boolean;
  /** Whether every value is a number, so that arithmetic on it runs nothing. */
  numeric: boolean;
  /** Whether every value names only files inside the workspace. */
  inside: boolean;
  /** Whether a value may begin with "-". */
  dashed: boolean;
}

/** What a command is fed on its standard input. */
export interface Input {
  /** Text that is known, such as a here-document; a shell would run it. */
  text?: string | undefined;
  /** Names of files inside the workspace, and nothing else; false when there are names that cannot be seen. */
  names?: Names | false;
  /** Whether something comes in at all. */
  piped?: boolean;
}

/** Names of files inside the workspace, as a program prints them. */
export interface Names {
  /** Whether NUL ends each of them, not a line feed, which a name may hold. */
  nul: boolean;
  /** Whether each begins with the folder that was searched, and so never with "-". */
  rooted: boolean;
}

/** What judging a script carries along. */
export interface Context {
  place: Place;
  /** Commands and redirections that were judged; what is left over at the end is asked for. */
  seen: Set<Syntax>;
  /** Commands of plain words by their text, as long as the place is the same. */
  judged: Map<string, Segment[]>;
  /** Statements are judged in order; an absolute `cd` moves the place. */
  moveTo(directory: string): void;
  variables: ReadonlyMap<string, Variable>;
  /** Variables that the caller sets, with their exact text; one that the script sets is not known. */
  environment: Readonly<Record<string, string>>;
  /** Whether `environment` is all there is, so that any other variable is unset. */
  closed: boolean;
  functions: Functions;
  /** The names of files that a statement prints, and nothing else; undefined when it may print more. */
  printsNames(statement: Syntax): Names | undefined;
  /** Reads a node as the words it becomes; the value of an assignment is whole, and never split. */
  readWord(node: Syntax, whole?: boolean): Word[];
  /** Judges a command inside a command. */
  judgeWords(words: Word[], input: Input): Finding[];
  /** Judges a text that a shell would read. */
  judgeText(script: string): Segment[];
  /** How many scripts deep this is, such as `bash -c "bash -c …"`. */
  depth: number;
}
