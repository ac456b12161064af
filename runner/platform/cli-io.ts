import { resolve } from 'node:path';
import process from 'node:process';

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
    exit: (code) => process.exit(code),
  };
}
