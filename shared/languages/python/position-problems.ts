import type { Report } from '../../template/report.ts';
import type { Problem } from '../../tool/problem/problem.ts';
import { isOperandEnd, isOperator, keywords } from './tokens.ts';
import type { Scan, Token } from './tokens.ts';
import { HOLE } from './program.ts';
import type { Program } from './program.ts';
import { statementUse } from './statement-use.ts';

const AUGMENTED = /^(\+|-|\*|\/|\/\/|%|@|&|\||\^|>>|<<|\*\*)=$/;

/** No value can be bound in place of an operator or as a second value. */
const BESIDE = 'an operator or beside another value';

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/**
 * Returns problems of placeholders in code that are no whole expression, and of syntax at which Python stops.
 * `unread`: some braces could not be read, which is the better explanation for the latter.
 */
export function positionProblems(
  program: Program,
  scan: Scan,
  unread: boolean,
  { problem }: Report,
): Problem[] {
  const { characters, offsets, holes } = program;
  const touches = (at: number) => {
    const character = characters[at];
    return character !== undefined && (character === HOLE || WORD.test(character));
  };
  const found = scan.streams.flatMap((tokens, stream) =>
    tokens.flatMap((token, index): Problem[] => {
      const hole = token.kind === 'hole' ? holes.get(token.start) : undefined;
      if (hole === undefined) return [];
      const glued = touches(token.start - 1) || touches(token.end);
      const use = glued
        ? 'a part of a longer name or number'
        : positionUse(tokens, index, stream > 0);
      if (use === undefined) return [];
      const message = `Placeholder "{${hole.name}}" is ${use}; ${advice(use, hole.name)}`;
      const values = { name: hole.name, use };
      return [
        problem(hole.start, hole.end, {
          severity: 'error',
          code: 'placeholder-position',
          message,
          values,
        }),
      ];
    }),
  );
  if (scan.fault === undefined || unread) return found;
  const { at, what } = scan.fault;
  const message =
    what === 'unterminated-string'
      ? 'The string that starts here is not closed; add its closing quotes'
      : 'This bracket has no match; close it or remove it';
  const start = offsets[at] ?? 0;
  const finding = {
    severity: 'error',
    code: 'template-syntax',
    message,
    values: { what },
  } as const;
  return [...found, problem(start, offsets[at + 1] ?? start, finding)];
}

function advice(use: string, name: string): string {
  if (use === BESIDE) return `choose by its value, as in {{'+': operator.add}}[{${name}}]`;
  if (use.endsWith('attribute')) return `write getattr(object, {${name}})`;
  if (use.endsWith('argument')) return `write **{{ {${name}}: value }}`;
  if (use.endsWith('import')) return `write importlib.import_module({${name}})`;
  return 'put it where a whole value can stand, or in a string';
}

/** Returns the use of the placeholder at `index` if it is no whole expression, else undefined. */
function positionUse(tokens: readonly Token[], index: number, field: boolean): string | undefined {
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

/**
 * Whether a name begins a `match` statement, such as `match {a}:`, which reads a value. Any other name before
 * a value is an error.
 */
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
