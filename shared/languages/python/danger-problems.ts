import type { Report } from '../../template/report.ts';
import type { Problem } from '../../tool/problem.ts';
import type { Program } from './program.ts';
import { isKeyword, isOperator } from './token-kind.ts';
import type { Scan, Token } from './token.ts';

const DESTRUCTIVE = new Set([
  ...['rmtree', 'remove', 'unlink', 'rmdir', 'removedirs', 'truncate'].map((name) => `os.${name}`),
  ...['shutil.rmtree', 'shutil.move', 'rmtree', 'unlink', 'rmdir'],
]);

/** Calls that an author should think twice about: arguments run as code, and files that go. */
export function dangerProblems(program: Program, scan: Scan, { problem }: Report): Problem[] {
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
