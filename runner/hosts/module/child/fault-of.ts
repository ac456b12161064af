import type { Outcome } from '../outcome.ts';

type Fault = NonNullable<Outcome['fault']>;

/** The lines of a stack that are the author's, with paths of the folder alone. */
function ownLines(stack: string, base: string): string[] {
  return stack
    .split('\n')
    .filter((line) => line.includes(base))
    .map((line) => line.trim().replace(base, ''));
}

/** What was thrown, in words, with the author's own line. `base` is the address of their folder. */
export function faultOf(thrown: unknown, base: string): Fault {
  if (!(thrown instanceof Error)) {
    return {
      class: 'Error',
      message: typeof thrown === 'string' ? thrown : `Threw ${word(thrown)}`,
    };
  }
  const lines = ownLines(thrown.stack ?? '', base);
  const line = Number(/:(\d+):\d+\)?$/.exec(lines[0] ?? '')?.[1]);
  return {
    class: thrown.name || 'Error',
    message: thrown.message,
    ...(Number.isInteger(line) && line > 0 ? { line } : {}),
    ...(lines.length > 0 ? { traceback: lines.slice(0, 20).join('\n') } : {}),
  };
}

function word(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'something that has no text';
  }
}
