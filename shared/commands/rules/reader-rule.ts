import type { ReasonCode } from '../because.ts';

/** How a program that only reads interprets its words. */
export interface ReaderRule {
  /**
   * `paths`: checked against the workspace. `text`: never a path. `pattern`: one pattern, then paths.
   * `names`: names of variables.
   */
  operands: 'paths' | 'text' | 'pattern' | 'names';
  /** Its known options in the form of `readOptionTable`; any other option needs approval. */
  options: string;
  /** Options that replace the pattern operand, so that every operand is a path. */
  patternOptions?: readonly string[];
  /** Forbidden parts of the program text among its operands. */
  refuses?: RegExp;
  /** The form of every operand; another one makes the program do more than read. */
  operandForm?: RegExp;
  /** The form of words that the program replaces with other words, anywhere on its command line. */
  replaces?: RegExp;
  /** The highest number of operands; with more, the program writes. */
  most?: number;
  /** What the program does, if that is more specific than reading. */
  does?: ReasonCode;
  /** Why operands beyond these rules need approval. */
  why?: ReasonCode;
}
