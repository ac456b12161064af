import { writeJson } from '../../shared/tool/exact-number.ts';
import type { Ending } from '../../shared/tool/run/ending.ts';
import type { Problem } from '../../shared/tool/problem/problem.ts';
import type { ToolResult } from '../../shared/tool/run/result.ts';
import type { CliIo } from '../platform/cli-io.ts';
import type { Disk } from '../platform/disk.ts';

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

/** One use of the command: where it reads, where it answers and how it ended. */
export class Session {
  readonly io: CliIo;
  readonly disk: Disk;
  /** Whether answers are JSON. Stdout then holds nothing else. */
  readonly json: boolean;
  code: ExitCode = exitCode.done;
  /** Whether the process lives on after the verb: it then ends itself. */
  serving = false;

  constructor(io: CliIo, disk: Disk) {
    this.io = io;
    this.disk = disk;
    const end = io.args.indexOf('--');
    this.json = (end < 0 ? io.args : io.args.slice(0, end)).includes('--json');
  }

  /** The answer: one line of JSON, or the text for a person. */
  async answer(value: unknown, text: () => string): Promise<void> {
    const shown = this.json ? writeJson(value) : text();
    if (shown !== '') await this.io.out(shown.endsWith('\n') ? shown : `${shown}\n`);
  }

  /** Says on stderr, in one line, what kept the verb from answering; with --json on stdout as well. */
  async fail(code: string, message: string, status: ExitCode = exitCode.misused): Promise<void> {
    this.code = status;
    const line = message.replaceAll(/\s*\n\s*/g, ' ');
    this.io.err(`lathe: ${line}\n`);
    if (this.json) await this.io.out(`${writeJson({ error: { code, message: line } })}\n`);
  }
}

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

/** Problems for a person: one a line, in the form that terminals and editors link. */
export function problemLines(problems: Problem[]): string {
  return problems
    .map(({ file, line, column, severity, message }) => {
      const where = file === '' ? '' : `${file}:${line}:${column}: `;
      return `${where}${severity}: ${message}`;
    })
    .join('\n');
}
