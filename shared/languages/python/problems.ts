import { declaredNames, parse } from '../../template/parse.ts';
import { report } from '../../template/report.ts';
import type { Place, Report } from '../../template/report.ts';
import { templateProblems } from '../../template/problems.ts';
import type { Problem } from '../../tool/problem/problem.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';
import { positionProblems } from './position-problems.ts';
import { program } from './program.ts';
import type { Program } from './program.ts';
import { scan } from './scan.ts';
import { isKeyword, isOperator } from './tokens.ts';
import type { Scan, Token } from './tokens.ts';

/** Codes that are not reported here come from the guest that reads modules, `guest/declare.py`. */
declare module '../../tool/problem/problem-codes.ts' {
  interface ProblemCodes {
    python:
      | 'placeholder-position'
      | 'template-syntax'
      | 'eval-of-argument'
      | 'destructive-call'
      | 'positional-only'
      | 'variadic'
      | 'type-disagrees'
      | 'default-not-json'
      | 'toolkit'
      | 'compiled-package'
      | 'foreign-package';
  }
}

const DESTRUCTIVE = new Set([
  ...['rmtree', 'remove', 'unlink', 'rmdir', 'removedirs', 'truncate'].map((name) => `os.${name}`),
  ...['shutil.rmtree', 'shutil.move', 'rmtree', 'unlink', 'rmdir'],
]);

/**
 * Returns the problems of a Python template. Functions of modules take their arguments unchanged and have
 * none.
 */
export function problems({ code, definition }: AuthoredTool): Problem[] {
  if (code.entry !== undefined) return [];
  const { source, file } = code;
  const { parameters } = definition;
  const parts = parse(source, declaredNames(parameters));
  const read = program(parts);
  const found = scan(read);
  const mode = code.template ?? 'bound';
  const at = report(source, file);
  const unread = parts.some(({ kind }) => kind === 'bad');
  // In raw mode, `str.format` may insert anything, even an operator.
  const positions = mode === 'bound' ? positionProblems(read, found, unread, at) : [];
  return [
    ...templateProblems(source, file, parameters, { mode, place: placeOf(read, found) }),
    ...positions,
    ...dangerProblems(read, found, at),
  ].sort((one, two) => one.line - two.line || one.column - two.column);
}

/** Returns a function that maps an offset in the template to its place in the program. */
function placeOf({ offsets }: Program, { regions }: Scan): (offset: number) => Place {
  const places = new Map<number, Place>();
  for (const { start, end, region } of regions) {
    for (let at = start; at < end; at += 1) places.set(offsets[at] ?? 0, region);
  }
  return (offset) => places.get(offset) ?? 'code';
}

/** Returns warnings about dangerous calls: arguments that run as code, and deleted files. */
function dangerProblems(program: Program, scan: Scan, { problem }: Report): Problem[] {
  const { offsets, holes } = program;
  return scan.streams.flatMap((tokens) =>
    tokens.flatMap((token, index): Problem[] => {
      if (!isOperator(tokens[index + 1], '(') || isKeyword(tokens[index - 1], 'def')) return [];
      const member = isOperator(tokens[index - 1], '.');
      const place = [offsets[token.start] ?? 0, offsets[token.end] ?? 0] as const;
      if (!member && isKeyword(token, 'eval', 'exec')) {
        const end = callEnd(tokens, index + 1);
        const hole = [...holes].find(([at]) => at > token.start && at < end)?.[1];
        if (hole === undefined) return [];
        const message = `${token.text} runs what "${hole.name}" says as code; compare it with the values you allow instead`;
        const values = { name: hole.name, call: token.text };
        return [
          problem(...place, { severity: 'warning', code: 'eval-of-argument', message, values }),
        ];
      }
      const owner = member ? (tokens[index - 2]?.text ?? '') : '';
      const call = owner === 'os' || owner === 'shutil' ? `${owner}.${token.text}` : token.text;
      if (token.kind !== 'name' || !DESTRUCTIVE.has(call)) return [];
      const message = `${call} destroys files; be sure that no argument says which`;
      return [
        problem(...place, {
          severity: 'warning',
          code: 'destructive-call',
          message,
          values: { call },
        }),
      ];
    }),
  );
}

function callEnd(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (isOperator(tokens[at], '(', '[', '{')) depth += 1;
    else if (isOperator(tokens[at], ')', ']', '}') && (depth -= 1) === 0) {
      return tokens[at]?.end ?? 0;
    }
  }
  return Infinity;
}
