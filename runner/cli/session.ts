import type { CliIo } from '../platform/cli-io.ts';
import type { Disk } from '../platform/disk.ts';
import { type ExitCode, exitCode } from './exit-code.ts';

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
    const shown = this.json ? JSON.stringify(value) : text();
    if (shown !== '') await this.io.out(shown.endsWith('\n') ? shown : `${shown}\n`);
  }

  /** Says on stderr, in one line, what kept the verb from answering; with --json on stdout as well. */
  async fail(code: string, message: string, status: ExitCode = exitCode.misused): Promise<void> {
    this.code = status;
    const line = message.replaceAll(/\s*\n\s*/g, ' ');
    this.io.err(`lathe: ${line}\n`);
    if (this.json) await this.io.out(`${JSON.stringify({ error: { code, message: line } })}\n`);
  }
}
