import { z } from 'zod';
import type { ProcessJob } from '../../../shared/tool/job.ts';
import type { TempDirectory } from '../../platform/temp-directory.ts';
import { box } from './box.ts';
import { environment, places } from './environment.ts';

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

/** What a caller may say beside the script, for the box alone. */
const Guest = z.object({
  readOnly: z.boolean().optional(),
  directory: z.string().optional(),
  allowed: z.array(z.string()).optional(),
});

/** Lays out what one run needs in its temporary directory, and says what to start. */
export async function launch(job: ProcessJob, shell: Shell, temp: TempDirectory): Promise<Launch> {
  const flags = shell.flags ?? BASH_FLAGS;
  const { readOnly, directory, allowed } = Guest.parse(job.guest ?? {});
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
      cwd: directory ?? shell.files,
      env: { ...environment(job.environment, own), ...result(answer ?? '') },
      ...(answer === undefined ? {} : { answer }),
    };
  }
  const view = {
    files: shell.files,
    writable: readOnly !== true,
    ...(directory === undefined ? {} : { directory }),
    ...(allowed === undefined ? {} : { allowed }),
    script: { path: script, name: scriptName(job.file) },
    passwd: await temp.write('passwd', `lathe:x:1000:1000::${places.home}:/bin/bash\n`),
    prlimit: shell.prlimit,
    ...(shell.needs === undefined ? {} : { needs: shell.needs }),
    ...(answer === undefined ? {} : { result: answer }),
  };
  return {
    command: shell.bwrap,
    args: box(view, [shell.bash, ...flags]),
    cwd: '/',
    env: { ...environment(job.environment, places), ...result(`${places.script}/result.json`) },
    ...(answer === undefined ? {} : { answer }),
  };
}

/** The file's own name in bash's messages, where it is a plain one. */
function scriptName(file: string): string {
  const name = file.split('/').at(-1) ?? '';
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(name) ? name : 'script.sh';
}
