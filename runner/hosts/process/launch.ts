import type { ProcessJob } from '../../../shared/tool/job.ts';
import type { TempDirectory } from '../../platform/temp-directory.ts';
import { box } from './box.ts';
import { guards } from './guards.ts';
import { environment, places } from './environment.ts';
import { passwd } from './passwd.ts';
import { scriptName } from './script-name.ts';
import { sightOf } from './sight.ts';

/** The programs that a run starts with, in absolute paths or names to look up. */
export interface Shell {
  bash: string;
  /** What stands before the script's path. */
  flags?: string[];
  /** Further folders that the program needs, read-only. */
  needs?: string[];
  /** Whether the script answers in the file that LATHE_RESULT names. */
  answers?: boolean;
  files: string;
  /** Absent where no box can be had; the script then runs with the person's own rights. */
  bwrap?: string | undefined;
  prlimit?: string | undefined;
}

export interface Launch {
  /** Where the script's answer will be. */
  answer?: string;
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

// No settings file of the machine runs before the script.
const BASH_FLAGS = ['--noprofile', '--norc'];

/**
 * Lays out what one run needs in its temporary directory, and says what to start: for scripts without
 * a box, and for those that answer in a file.
 */
export async function launch(job: ProcessJob, shell: Shell, temp: TempDirectory): Promise<Launch> {
  const flags = shell.flags ?? BASH_FLAGS;
  const sight = sightOf(job, shell.files);
  const isPowerShell = flags.at(-1) === '-File';
  const script = await temp.write(isPowerShell ? 'script.ps1' : 'script', job.script);
  const answer = shell.answers ? await temp.write('result.json', '') : undefined;
  const result = (path: string): Record<string, string> =>
    answer === undefined ? {} : { LATHE_RESULT: path };
  if (shell.bwrap === undefined) {
    const own = { home: await temp.makeDirectory('home'), temp: await temp.makeDirectory('tmp') };
    return {
      command: shell.bash,
      args: [...flags, script],
      cwd: sight.directory,
      env: { ...environment(job.environment, own), ...result(answer ?? '') },
      ...(answer === undefined ? {} : { answer }),
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
    args: box(view, [shell.bash, ...flags, inBox]),
    cwd: '/',
    env: { ...environment(job.environment, places), ...result(`${places.script}/result.json`) },
    ...(answer === undefined ? {} : { answer }),
  };
}
