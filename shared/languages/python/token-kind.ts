import { keywords } from './keywords.ts';
import type { Token } from './token.ts';

export function isOperator(token: Token | undefined, ...texts: string[]): boolean {
  return token?.kind === 'operator' && texts.includes(token.text);
}

export function isKeyword(token: Token | undefined, ...texts: string[]): boolean {
  return token?.kind === 'name' && texts.includes(token.text);
}

/** Whether a value ends with this token, so that none may follow it. */
export function isOperandEnd(token: Token): boolean {
  if (token.kind === 'name') return !keywords.has(token.text) || /^[TFN]/.test(token.text);
  if (token.kind === 'operator') return [')', ']', '}', '...'].includes(token.text);
  return token.kind !== 'newline';
}
