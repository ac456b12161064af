import type { ReasonCode } from '../because.ts';

/** How a program that only reads takes its words. */
export interface ReaderRule {
  /** `paths` are checked against the workspace, `text` is never a path, `pattern` is one text, then paths, `names` are of variables. */
  operands: 'paths' | 'text' | 'pattern' | 'names';
  /** Every option that it is known to have, in the words of `readOptionTable`; any other asks. */
  options: string;
  /** Options that stand in for the pattern, so that every operand is a path. */
  patternOptions?: readonly string[];
  /** What a program among the operands must not hold. */
  refuses?: RegExp;
  /** What every operand has to look like; others make it do more than read. */
  operandForm?: RegExp;
  /** What a word looks like that other words take the place of, wherever it stands. */
  replaces?: RegExp;
  /** More operands than this make it write. */
  most?: number;
  /** What it does, where more can be said than that it reads. */
  does?: ReasonCode;
  /** Why more operands are asked for. */
  why?: ReasonCode;
}
