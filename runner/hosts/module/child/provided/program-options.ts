import type { Buffer } from 'node:buffer';

/** The options of `node:child_process` that have an effect here. */
export interface ProgramOptions {
  cwd?: string | undefined;
  env?: Record<string, string | undefined> | undefined;
  /** In milliseconds. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  killSignal?: string | undefined;
  shell?: boolean | string | undefined;
  encoding?: string | null | undefined;
  maxBuffer?: number | undefined;
  stdio?: unknown;
  /** The command as its author wrote it, for error messages. */
  said?: string | undefined;
}

export type ExecCallback = (
  error: Error | null,
  stdout: string | Buffer,
  stderr: string | Buffer,
) => void;

/** Arguments, options and a callback, each optional. */
export type Rest = (readonly string[] | ProgramOptions | ExecCallback | null | undefined)[];

const isOptions = (one: Rest[number]): one is ProgramOptions =>
  typeof one === 'object' && one !== null && !Array.isArray(one);

export function readCall(rest: Rest): {
  args: string[];
  options: ProgramOptions;
  done: ExecCallback | undefined;
} {
  const given = rest.find(isOptions) ?? {};
  const { cwd } = given as { cwd?: string | URL };
  return {
    args: (rest.find((one): one is string[] => Array.isArray(one)) ?? []).map(String),
    options: {
      ...given,
      ...(cwd === undefined
        ? {}
        : { cwd: cwd instanceof URL ? decodeURIComponent(cwd.pathname) : cwd }),
    },
    done: rest.find((one): one is ExecCallback => typeof one === 'function'),
  };
}

/** Returns the program and its arguments, with the shell if one was requested. */
export function shellOf(
  command: string,
  args: string[],
  { shell }: ProgramOptions,
): { file: string; words: string[] } {
  if (shell === undefined || shell === false || shell === '') return { file: command, words: args };
  const file = typeof shell === 'string' ? shell : 'sh';
  return { file, words: ['-c', [command, ...args].join(' ')] };
}
