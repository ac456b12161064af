import type { Ending } from '../../shared/tool/ending.ts';
import type { ToolResult } from '../../shared/tool/result.ts';

/** Exit statuses of every verb. */
export const exitCode = {
  done: 0,
  /** Used wrongly, or broken inside. */
  misused: 1,
  /** Problems of severity error, bad arguments, a refused import. */
  problems: 2,
  /** The tool or a sample failed, or its host is unavailable. */
  failed: 3,
  denied: 4,
  timedOut: 5,
  cancelled: 6,
} as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The exit status of a call. */
export function exitCodeOf(result: ToolResult, ending: Ending): ExitCode {
  if (result.success) return exitCode.done;
  switch (ending.kind) {
    case 'denied':
      return exitCode.denied;
    case 'timed-out':
      return exitCode.timedOut;
    case 'cancelled':
      return exitCode.cancelled;
    default:
      return result.error?.type === 'validation_error' ? exitCode.problems : exitCode.failed;
  }
}
