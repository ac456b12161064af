import { writeJson } from '../../shared/tool/exact-number.ts';
import type { Ending } from '../../shared/tool/run/ending.ts';
import type { Problem } from '../../shared/tool/problem/problem.ts';
import type { ToolResult } from '../../shared/tool/run/result.ts';
import type { CliIo } from '../platform/cli-io.ts';
import type { Disk } from '../platform/disk/disk.ts';

/** The exit statuses of all subcommands. */
export const exitCode = {
  done: 0,
  /** Wrong usage or an internal error. */
  misused: 1,
  /** Problems of severity error, invalid arguments, or a refused import. */
  problems: 2,
  /** The tool or a sample failed, or its host is unavailable. */
  failed: 3,
  denied: 4,
  timedOut: 5,
  cancelled: 6,
} as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** One command: its input, its output and its exit status. */
export class Session {
  readonly io: CliIo;
  readonly disk: Disk;
  /** Whether answers are JSON, in which case stdout carries nothing else. */
  readonly json: boolean;
  code: ExitCode = exitCode.done;
  /** Whether the process keeps running after the subcommand and ends itself. */
  serving = false;

  constructor(io: CliIo, disk: Disk) {
    this.io = io;
    this.disk = disk;
    const end = io.args.indexOf('--');
    this.json = (end < 0 ? io.args : io.args.slice(0, end)).includes('--json');
  }

  /** Prints the answer: one line of JSON, or the text for a person. */
  async answer(value: unknown, text: () => string): Promise<void> {
    const shown = this.json ? writeJson(value) : text();
    if (shown !== '') await this.io.out(shown.endsWith('\n') ? shown : `${shown}\n`);
  }

  /** Prints on stderr, in one line, why there is no answer; with --json on stdout as well. */
  async fail(code: string, message: string, status: ExitCode = exitCode.misused): Promise<void> {
    this.code = status;
    const line = message.replaceAll(/\s*\n\s*/g, ' ');
    this.io.err(`lathe: ${line}\n`);
    if (this.json) await this.io.out(`${writeJson({ error: { code, message: line } })}\n`);
  }
}

/** Returns the exit status for a call. */
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

/** Formats problems for a person: one per line, in the form that terminals and editors link. */
export function problemLines(problems: Problem[]): string {
  return problems
    .map(({ file, line, column, severity, message }) => {
      const where = file === '' ? '' : `${file}:${line}:${column}: `;
      return `${where}${severity}: ${message}`;
    })
    .join('\n');
}
