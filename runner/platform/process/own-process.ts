import { availableParallelism, homedir } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import project from '../../../package.json' with { type: 'json' };

/** The process id, by which child processes check whether the runner still lives. */
export const ownPid: number = process.pid;

/** Returns how many threads may be busy on this machine. */
export const cores = (): number => availableParallelism();

/** Returns the locale of this machine, such as `en-US` or `zh-CN`. */
export const ownLocale = (): string => Intl.DateTimeFormat().resolvedOptions().locale;

export const version: string = project.version;

/** Returns the project's folder, without a trailing slash. */
export const homeFolder = (): string =>
  fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** What an entry file uses of its engine. */
export interface Process {
  args: string[];
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  say(line: string): void;
  complain(line: string): void;
  exit(status: number): void;
  /** Calls `stop` when the process is asked to end. */
  onStop(stop: () => void): void;
}

/** Returns the processor time of this process in milliseconds. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** The current process, the same on both engines. */
export const ownProcess: Process = {
  args: process.argv.slice(2),
  env: process.env,
  home: fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, ''),
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  exit: (status) => process.exit(status),
  onStop: (stop) => {
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  },
};

/**
 * Returns the user's home folder, which `~` stands for. HOME comes first, as in shells. Without HOME, Deno
 * throws, and the result is a path that does not exist.
 */
export function personHome(): string {
  try {
    return process.env['HOME'] || homedir();
  } catch {
    return '/nonexistent';
  }
}

/** Returns an environment variable; undefined if it is not set or may not be read. */
export function variable(name: string): string | undefined {
  try {
    return process.env[name];
  } catch {
    return undefined;
  }
}
