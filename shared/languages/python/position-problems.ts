import type { Report } from '../../template/report.ts';
import type { Problem } from '../../tool/problem.ts';
import { BESIDE, positionUse } from './position-use.ts';
import { HOLE, type Program } from './program.ts';
import type { Scan } from './token.ts';

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/**
 * Placeholders in code that are no whole expression, and what keeps Python from reading on.
 * `unread` says that braces could not be read, which are then the better reason for the latter.
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
      ? 'The string that begins here never ends; close its quotes'
      : 'This bracket has no partner; close it, or take it out';
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
