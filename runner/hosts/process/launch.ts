import type { ProcessJob } from '../../../shared/tool/run/job.ts';
import type { TempDirectory } from '../../platform/disk/folders.ts';
import { box, passwd, sightOf } from './box.ts';
import { environment, places } from './environment.ts';
import { guards } from './guards.ts';

/** A program that runs scripts. */
export interface Program {
  /** Its absolute path, or a name to look up. */
  command: string;
  /** The arguments before the script's path. */
  flags: readonly string[];
  /** Further folders that the program needs, read-only. */
  needs?: string[];
  /** Whether the script writes its answer to the file in LATHE_RESULT. */
  answers?: boolean;
  /**
   * The script of every call, if it can start before its call is known: its standard input then carries all that
   * differs between calls.
   */
  ahead?: { script: string; file: string };
  /** The required extension of a script, without the dot. */
  extension?: string;
}

/** A program with its confinement. */
export interface Shell extends Program {
  /** The working directory of scripts. */
  files: string;
  /** Absent if no sandbox is available; the script then has the user's permissions. */
  bwrap?: string | undefined;
  prlimit?: string | undefined;
}

export interface Launch {
  /** The path of the script's answer. */
  answer?: string;
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

/**
 * Writes the files of one run to its temporary directory and returns what to start: for scripts without a sandbox,
 * and for those that answer in a file.
 */
export async function launch(job: ProcessJob, shell: Shell, temp: TempDirectory): Promise<Launch> {
  const { command, flags, extension } = shell;
  const sight = sightOf(job, shell.files);
  const script = await temp.write(extension ? `script.${extension}` : 'script', job.script);
  const answer = shell.answers ? await temp.write('result.json', '') : undefined;
  const result = (path: string): Record<string, string> =>
    answer === undefined ? {} : { LATHE_RESULT: path };
  if (shell.bwrap === undefined) {
    const own = { home: await temp.makeDirectory('home'), temp: await temp.makeDirectory('tmp') };
    return {
      command,
      args: [...flags, script],
      cwd: sight.directory,
      env: { ...environment(job.environment, own), ...result(answer ?? '') },
      answer,
    };
  }
  const inBox = `${places.script}/${scriptName(job.file)}`;
  const needs = (shell.needs ?? []).map((path): [string, string] => [path, path]);
  const view = {
    sight,
    passwd: await temp.write('passwd', passwd),
    shown: [...needs, ...(await guards()), [script, inBox] satisfies [string, string]],
    prlimit: shell.prlimit,
    result: answer,
  };
  return {
    command: shell.bwrap,
    args: box(view, [command, ...flags, inBox]),
    cwd: '/',
    env: { ...environment(job.environment, places), ...result(`${places.script}/result.json`) },
    answer,
  };
}

/** Returns the file's name for bash's messages, if it is a plain one. */
export function scriptName(file: string): string {
  const name = file.split('/').at(-1) ?? '';
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(name) ? name : 'script.sh';
}
