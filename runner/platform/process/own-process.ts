import { availableParallelism, homedir } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import project from '../../../package.json' with { type: 'json' };

/** By which a process that this one started knows whether it is still there. */
export const ownPid: number = process.pid;

/** How many threads of this machine we may keep busy. */
export const cores = (): number => availableParallelism();

/** The language of this machine, such as `en-US` or `zh-CN`. */
export const ownLocale = (): string => Intl.DateTimeFormat().resolvedOptions().locale;

export const version: string = project.version;

/** The project's own folder, without a slash at its end. */
export const homeFolder = (): string =>
  fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

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

/** Milliseconds of processor time that this process has taken. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** The process that an entry file runs in, the same on both engines. */
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
 * The home of the person who runs Lathe, which `~` stands for. The variable comes first, as it does for
 * shells; without it Deno does not say, and then there is none.
 */
export function personHome(): string {
  try {
    return process.env['HOME'] || homedir();
  } catch {
    return '/nonexistent';
  }
}

/** A variable of the runner's own environment; undefined where it is not set, or may not be read. */
export function variable(name: string): string | undefined {
  try {
    return process.env[name];
  } catch {
    return undefined;
  }
}
