import { keywords } from './keywords.ts';
import { statementUse } from './statement-use.ts';
import { isOperandEnd, isOperator } from './token-kind.ts';
import type { Token } from './token.ts';

const AUGMENTED = /^(\+|-|\*|\/|\/\/|%|@|&|\||\^|>>|<<|\*\*)=$/;

/** Neither an operator nor a second value can be bound. */
export const BESIDE = 'an operator or beside another value';

/** What the placeholder at `index` is, where it is no whole expression; undefined where it is one. */
export function positionUse(
  tokens: readonly Token[],
  index: number,
  field: boolean,
): string | undefined {
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  if (before !== undefined && isOperandEnd(before) && !opensMatch(tokens, index)) {
    return BESIDE;
  }
  if (after !== undefined && isOperandStart(after)) return BESIDE;
  if (isOperator(before, '.')) return 'the name of an attribute';
  if (isOperator(after, ':=')) return 'assigned to';
  if (after?.kind === 'operator' && AUGMENTED.test(after.text)) return 'assigned to';
  if (isOperator(after, '=')) {
    const last = tokens[index + 2];
    if (field && (last === undefined || isOperator(last, '!'))) return undefined;
    const annotation = isOperator(before, ':') || isOperator(before, '->');
    if (!annotation) return isAtDepth(tokens, index) ? 'the name of an argument' : 'assigned to';
  }
  return field ? undefined : statementUse(tokens, index);
}

/** `match {a}:` reads a value; everywhere else a name before a value is an error. */
function opensMatch(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  const first = tokens[index - 2];
  return before?.text === 'match' && (first === undefined || first.kind === 'newline');
}

function isOperandStart(token: Token): boolean {
  if (token.kind === 'name') return !keywords.has(token.text) || /^[TFN]/.test(token.text);
  if (token.kind === 'operator') return ['{', '~', '...'].includes(token.text);
  return token.kind !== 'newline';
}

function isAtDepth(tokens: readonly Token[], index: number): boolean {
  let depth = 0;
  for (let at = index - 1; at >= 0 && tokens[at]?.kind !== 'newline'; at -= 1) {
    const token = tokens[at];
    if (token?.kind !== 'operator') continue;
    if (')]}'.includes(token.text)) depth += 1;
    if ('([{'.includes(token.text) && (depth -= 1) < 0) return true;
  }
  return false;
}
