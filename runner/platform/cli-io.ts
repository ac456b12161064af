import { resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

/** The terminal of a command: arguments, streams and the person's Ctrl+C, the same on Node and Deno. */
export interface CliIo {
  args: string[];
  env: Readonly<Record<string, string | undefined>>;
  /** An absolute path of what the person wrote, `/` between parts. */
  path(written: string): string;
  /** Settles once the text is on its way, so that a slow reader slows us down. */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** The lines of stdin without their ends, as they arrive. */
  lines(): AsyncIterable<string>;
  /** Aborts at the first Ctrl+C or polite kill; the second one ends the process at once. */
  interrupt: AbortSignal;
  /** The person at it; undefined where stdin is no terminal. Lines are then read in no other way. */
  terminal(): Terminal | undefined;
  exit(code: number): void;
}

async function* lines(): AsyncIterable<string> {
  let rest = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    // node:readline would also split at U+2028, which JSON text may hold.
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
  // A reader that has seen enough, such as `head`, closes the pipe.
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

/** A person at a terminal, who is asked for lines and may interrupt what goes on. */
export interface Terminal {
  /** A line that they write; undefined once they leave, by Ctrl+D or by Ctrl+C. */
  ask(prompt: string): Promise<string | undefined>;
  /** Aborts at their next Ctrl+C, for work that goes on from now; the one after that leaves. */
  interrupt(): AbortSignal;
  close(): void;
}

/** The terminal of this process; undefined where stdin is none. */
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
    // A question that the work asked is taken back with it.
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
