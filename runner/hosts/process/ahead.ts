import type { ProcessJob } from '../../../shared/tool/run/job.ts';
import { runProgram } from '../../platform/process/spawn.ts';
import { sightOf } from './box.ts';
import { launch } from './launch.ts';
import type { Shell } from './launch.ts';
import type { PreparedBox, Wanted } from './spare-boxes.ts';
import { start } from './start.ts';

const program = decodeURIComponent(new URL('./raise.sh', import.meta.url).pathname);
/** The niceness of a prepared program. */
const NICE = '5';

/** Returns what a prepared program must match for a call. */
export const wantedOf = (job: ProcessJob, shell: Shell): Wanted => ({
  ...sightOf(job, shell.files),
  ...(shell.ahead ? { environment: job.environment } : {}),
});

/** Whether programs can be prepared for calls of this shell. */
export const isPrepared = ({ bwrap, answers, ahead }: Shell): boolean =>
  bwrap !== undefined && (!answers || ahead !== undefined);

/**
 * Starts a program in a sandbox before its call is known; it then waits for its standard input. Until a call takes
 * it, it has low priority.
 */
export async function startAhead(
  { environment = {}, directory, allowed, writable }: Wanted,
  shell: Shell,
): Promise<PreparedBox | { error: string }> {
  const job = {
    ...{ host: '', script: '', file: '', arguments: {}, stdin: '', text: '' },
    ...{ limits: { timeoutMs: 1, outputBytes: 1 }, environment: { ...environment } },
    ...shell.ahead,
    guest: { readOnly: !writable, directory, allowed },
  };
  const isLow = await canRaise();
  const started = await start(async (temp) => {
    const { command, args, ...laid } = await launch(job, shell, temp);
    if (!isLow) return { command, args, ...laid };
    return { ...laid, command: 'nice', args: ['-n', NICE, command, ...args] };
  });
  if ('error' in started) return started;
  return {
    ...started,
    async begin() {
      // The call need not wait for this.
      if (isLow) void run([program, String(started.child.pid)]);
    },
  };
}

let raisable: Promise<boolean> | undefined;
const canRaise = (): Promise<boolean> => (raisable ??= run([program]));

const run = async (args: string[]): Promise<boolean> =>
  (await runProgram('/bin/sh', args, { PATH: '/usr/bin:/bin' })) !== undefined;
