import { type Ending } from '../../tool/run/ending.ts';
import type { ExecAnswer } from '../../tool/run/host.ts';

const REFUSED = 126;
const NOT_STARTED = 127;

export function answerOf(ending: Ending): ExecAnswer {
  const { stdout, stderr } = ending;
  const failed = (code: number, reason: string): ExecAnswer => ({
    stdout,
    stderr: stderr === '' ? reason : `${stderr.replace(/\n?$/, '\n')}${reason}`,
    code,
    killed: false,
  });
  switch (ending.kind) {
    case 'finished':
    case 'failed':
      return { stdout, stderr, code: ending.exitCode, killed: false };
    case 'timed-out':
    case 'cancelled':
      // The original API treats a missing exit code as 0.
      return { stdout, stderr, code: 0, killed: true };
    case 'denied':
      return failed(REFUSED, ending.reason);
    default:
      return failed(NOT_STARTED, ending.reason);
  }
}
