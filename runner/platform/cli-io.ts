import { resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

/** The terminal of a command: arguments, streams and Ctrl+C, the same on Node and Deno. */
export interface CliIo {
  args: string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Returns the absolute path of an argument, with `/` as separator. */
  path(written: string): string;
  /** Settles once the text is written, so that a slow reader slows the command down. */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** The lines of stdin as they arrive, without their ends. */
  lines(): AsyncIterable<string>;
  /** Aborts at the first Ctrl+C or SIGTERM; the second one ends the process at once. */
  interrupt: AbortSignal;
  /** The interactive terminal; undefined if stdin is not one. It replaces `lines`. */
  terminal(): Terminal | undefined;
  exit(code: number): void;
}

async function* lines(): AsyncIterable<string> {
  let rest = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    // node:readline would also split at U+2028, which JSON may contain.
    const parts = `${rest}${String(chunk)}`.split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield part.replace(/\r$/, '');
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}

export function cliIo(): CliIo {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (interrupt.signal.aborted) process.exit(6);
      interrupt.abort();
    });
  }
  // A reader such as `head` closes the pipe once it has enough.
  process.stdout.on('error', () => process.exit(0));
  return {
    args: process.argv.slice(2),
    env: process.env,
    path: (written) => resolve(written).replaceAll('\\', '/'),
    out: (text) => new Promise((done) => void process.stdout.write(text, () => done())),
    err: (text) => void process.stderr.write(text),
    lines,
    interrupt: interrupt.signal,
    terminal: openTerminal,
    exit: (code) => process.exit(code),
  };
}

/** An interactive terminal: prompts for lines, and passes on Ctrl+C. */
export interface Terminal {
  /** Prompts for a line; undefined after Ctrl+D or Ctrl+C. */
  ask(prompt: string): Promise<string | undefined>;
  /**
   * Returns a signal for the work that starts now: the next Ctrl+C aborts it, and the one after that closes the
   * terminal.
   */
  interrupt(): AbortSignal;
  close(): void;
}

/** Opens the terminal of this process; undefined if stdin is not one. */
function openTerminal(): Terminal | undefined {
  if (!process.stdin.isTTY) return undefined;
  const reader = createInterface({ input: process.stdin, output: process.stdout, terminal: true });
  let isOver = false;
  let working: AbortController | undefined;
  let waiting: ((line: string | undefined) => void) | undefined;
  const settle = (line: string | undefined) => {
    const answer = waiting;
    waiting = undefined;
    answer?.(line);
  };
  const leave = () => {
    isOver = true;
    settle(undefined);
  };
  reader.on('line', (line) => settle(line));
  reader.on('close', leave);
  reader.on('SIGINT', () => {
    const isWorking = working !== undefined && !working.signal.aborted;
    working?.abort();
    // A prompt of the work is cancelled together with it.
    if (isWorking) return settle(undefined);
    leave();
    reader.close();
  });
  return {
    ask(prompt) {
      if (isOver) return Promise.resolve(undefined);
      return new Promise((answer) => {
        waiting = answer;
        reader.setPrompt(prompt);
        reader.prompt();
      });
    },
    interrupt() {
      working = new AbortController();
      if (isOver) working.abort();
      return working.signal;
    },
    close: () => reader.close(),
  };
}
