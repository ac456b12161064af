import { isKeyword, isOperandEnd, isOperator } from './tokens.ts';
import type { Token } from './tokens.ts';

const COMPOUND =
  /^(if|elif|else|for|while|try|except|finally|with|def|class|async|match|case|lambda)$/;

/**
 * Returns the use of a placeholder by the surrounding statement: target, parameter or pattern. Walks outwards
 * through brackets that only group; in any other bracket, the placeholder is read.
 */
export function statementUse(tokens: readonly Token[], index: number): string | undefined {
  const first = firstOf(tokens, index);
  const head = tokens[first];
  if (isKeyword(head, 'import', 'from')) return 'the name of an import';
  if (isKeyword(head, 'global', 'nonlocal')) return `declared ${head?.text ?? ''}`;
  if (isKeyword(head, 'case') && isPattern(tokens, first, index)) return 'a pattern to match';
  if (
    isOperator(tokens[index + 1], '.', '[', '(') &&
    !isKeyword(tokens[index - 1], 'def', 'class')
  ) {
    return undefined;
  }
  return outwards(tokens, index, first);
}

function outwards(tokens: readonly Token[], index: number, first: number): string | undefined {
  let closed = 0;
  let comma = false;
  let bare = true;
  for (let at = index - 1; at >= first; at -= 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (isOperator(token, ')', ']', '}')) closed += 1;
    else if (isOperator(token, '(', '[', '{')) {
      if (closed > 0) closed -= 1;
      else if (isParameterList(tokens, at)) {
        return bare && isParameterStart(tokens[index - 1]) ? 'the name of a parameter' : undefined;
      } else if (token.text === '{' || isCall(tokens, at)) return undefined;
      else comma = false;
    } else if (closed > 0) continue;
    else if (isOperator(token, ',')) comma = true;
    else if (isKeyword(token, 'lambda')) {
      return isParameterStart(tokens[index - 1]) ? 'the name of a parameter' : undefined;
    } else if (isKeyword(token, 'def')) return 'the name of a function';
    else if (isKeyword(token, 'class')) return 'the name of a class';
    else if (isKeyword(token, 'for', 'del')) return 'assigned to or deleted';
    else if (isKeyword(token, 'as')) return comma ? undefined : 'assigned to';
    else if (isOperator(token, ':')) {
      // The colon of `if x: {a} = 1` begins a statement; the colon of an annotation does not.
      const begins = COMPOUND.test(tokens[first]?.text ?? '') && depthAt(tokens, first, at) === 0;
      return begins ? target(tokens, at + 1, index) : undefined;
    } else if (isOperator(token, '=')) bare = false;
    else if (token.kind === 'operator' && !isOperator(token, '*', '**', '.')) return undefined;
    else if (token.kind === 'name' && !isOperandEnd(token)) return undefined;
  }
  return target(tokens, first, index);
}

/** Whether the text from `first` is the target of an assignment at the statement's level. */
function target(tokens: readonly Token[], first: number, index: number): string | undefined {
  const alone = tokens.slice(first, index).every((token) => isOperator(token, '('));
  let opened = 0;
  for (let at = index + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'newline' || isOperator(token, ';')) return undefined;
    if (isOperator(token, '(', '[', '{')) opened += 1;
    else if (isOperator(token, ')', ']', '}')) opened = Math.max(0, opened - 1);
    else if (opened > 0) continue;
    else if (isOperator(token, '=') || (alone && isOperator(token, ':'))) return 'assigned to';
    else if (token.kind === 'operator' && !isOperator(token, ',', '*', '.')) return undefined;
    else if (token.kind === 'name' && !isOperandEnd(token)) return undefined;
  }
  return undefined;
}

function depthAt(tokens: readonly Token[], first: number, index: number): number {
  let depth = 0;
  for (const token of tokens.slice(first, index)) {
    if (isOperator(token, '(', '[', '{')) depth += 1;
    if (isOperator(token, ')', ']', '}')) depth -= 1;
  }
  return depth;
}

function firstOf(tokens: readonly Token[], index: number): number {
  let at = index;
  while (at > 0 && tokens[at - 1]?.kind !== 'newline' && !isOperator(tokens[at - 1], ';')) at -= 1;
  return at;
}

/** Whether a placeholder is between `case` and the guard or colon that ends its pattern. */
function isPattern(tokens: readonly Token[], first: number, index: number): boolean {
  if (isOperator(tokens[first + 1], '=', '.', ',', ':')) return false;
  let depth = 0;
  for (let at = first + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'newline') return false;
    if (isOperator(token, '(', '[', '{')) depth += 1;
    else if (isOperator(token, ')', ']', '}')) depth -= 1;
    else if (depth === 0 && (isKeyword(token, 'if') || isOperator(token, ':'))) return index < at;
  }
  return false;
}

function isCall(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return before !== undefined && isOperandEnd(before);
}

/** Whether a bracket opens the parameters of `def name(`, `def name[` or `class Name[`. */
function isParameterList(tokens: readonly Token[], at: number): boolean {
  const generic = isOperator(tokens[at], '[') && isKeyword(tokens[at - 2], 'def', 'class', 'type');
  return generic || (isOperator(tokens[at], '(') && isKeyword(tokens[at - 2], 'def'));
}

function isParameterStart(token: Token | undefined): boolean {
  return isOperator(token, '(', '[', ',', '*', '**') || isKeyword(token, 'lambda');
}
