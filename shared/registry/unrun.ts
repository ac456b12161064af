import type { Ending, Fault } from '../tool/ending.ts';

type Cause =
  | { kind: 'failed'; exitCode: number; fault: Fault }
  | { kind: 'finished'; exitCode: 0 }
  | { kind: 'cancelled' }
  | { kind: 'denied' | 'unavailable' | 'crashed'; reason: string };

/** The ending of a call whose program never started: nothing was written, no time was spent. */
export function unrun(cause: Cause): Ending {
  return { ...cause, stdout: '', stderr: '', output: '', truncated: false, durationMs: 0 };
}
