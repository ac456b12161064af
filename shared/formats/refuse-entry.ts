import type { Problem } from '../tool/problem.ts';

/** A refusal of one entry of an import, which it names. `reason` stands after the quoted name. */
export function refuseEntry(entry: string, code: string, reason: string): Problem {
  // Control characters would let a name rewrite the line that reports it.
  const shown = entry.replace(/\p{Cc}/gu, '\u{fffd}');
  return {
    severity: 'error',
    code: `import-${code}`,
    message: `"${shown}" ${reason}`,
    values: { entry: shown },
    file: shown,
    line: 1,
    column: 1,
  };
}
