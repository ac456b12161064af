import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** What an entry file has of its engine. */
export interface Process {
  args: string[];
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  say(line: string): void;
  complain(line: string): void;
  exit(status: number): void;
  /** Calls back when the process is asked to end. */
  onStop(stop: () => void): void;
}

/** The process that an entry file runs in, the same on both engines. */
export const ownProcess: Process = {
  args: process.argv.slice(2),
  env: process.env,
  home: fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, ''),
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  exit: (status) => process.exit(status),
  onStop: (stop) => {
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  },
};
