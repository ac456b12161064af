import { readJson } from '../../../shared/tool/exact-number.ts';
import { z } from 'zod';
import { say } from '../../../shared/returns/said.ts';
import { Fault } from '../../../shared/tool/run/ending.ts';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { Tell } from '../../../shared/tool/run/host.ts';
import type { ProcessJob } from '../../../shared/tool/run/job.ts';
import { Json } from '../../../shared/tool/json.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import type { Exit } from '../../platform/process/spawn.ts';
import { CollectOutput } from './collect-output.ts';
import { end, together } from './end.ts';
import { launch } from './launch.ts';
import type { Shell } from './launch.ts';
import { isPrepared, wantedOf } from './ahead.ts';
import { prepareBox } from './spare-boxes.ts';
import type { SpareBoxes } from './spare-boxes.ts';
import { start } from './start.ts';
import type { Started } from './start.ts';

const Answer = z.object({
  value: Json.optional(),
  formatted: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  fault: Fault.optional(),
  /** The line of the program when it was asked to stop. */
  line: z.int().positive().optional(),
});
type Answer = z.infer<typeof Answer>;

const MOST_BYTES = 8 * 1024 * 1024;

const SIGNALS: Record<string, number> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
  SIGXCPU: 24,
  SIGXFSZ: 25,
};

const BARE = say('said-unboxed');

const excesses = {
  memory: say('said-too-much-memory', { most: together.memoryMib }),
  processes: say('said-too-many-processes', { most: together.processes }),
};

/** Runs one script and returns its Ending. The script is a file that only the user can read; arguments are data. */
export async function perform(
  job: ProcessJob,
  shell: Shell,
  tell: Tell,
  signal: AbortSignal,
  spares?: SpareBoxes,
): Promise<Ending> {
  const output = new CollectOutput(job.limits.outputBytes, tell);
  const layers = shell.bwrap === undefined ? [] : ['bubblewrap'];
  const started = performance.now();
  const facts = () => ({
    ...output.end(),
    durationMs: Math.round(performance.now() - started),
    layers,
    ...(shell.bwrap === undefined ? { warnings: [BARE] } : {}),
  });
  if (signal.aborted) return { kind: 'cancelled', ...facts() };

  const begun = await begin(job, shell, spares);
  if ('error' in begun) return { kind: 'crashed', reason: begun.error, ...facts() };
  const { child, answer } = begun;
  try {
    begun.hear((stream, bytes) => output.take(stream, bytes));
    child.write(job.stdin);
    child.endInput();
    const { cause, exit } = await end(child, job.limits.timeoutMs, signal);
    // Without a box, a process that left the group may write on.
    begun.hear(() => undefined);
    const { fault, ...said } = answer === undefined ? {} : await readAnswer(nodeDisk, answer);
    const before = facts();
    const warnings = [...(before.warnings ?? []), ...(said.warnings ?? [])];
    const ran = { ...before, ...said, ...(warnings.length === 0 ? {} : { warnings }) };
    if (cause === 'timed-out') return { kind: 'timed-out', afterMs: job.limits.timeoutMs, ...ran };
    if (cause === 'cancelled') return { kind: 'cancelled', ...ran };
    if (cause !== 'finished') return { kind: 'crashed', reason: excesses[cause], ...ran };
    const code = exitCode(exit);
    if (code === 0 && fault === undefined) return { kind: 'finished', exitCode: 0, ...ran };
    // Bubblewrap prints to the script's own stream; if it alone did, the script has not started.
    if (shell.bwrap !== undefined && /^bwrap: [^\n]*\n?$/.test(ran.output)) {
      const reason = say('said-no-box', { why: ran.output.trim() });
      return { kind: 'crashed', reason, ...ran };
    }
    return { kind: 'failed', exitCode: code || 1, ...(fault ? { fault } : {}), ...ran };
  } finally {
    await begun.remove();
  }
}

/** Returns the exit status as a shell reports it: 128 plus the number of the signal that ended the program. */
function exitCode({ code, signal }: Exit): number {
  return code ?? 128 + (SIGNALS[signal ?? ''] ?? 0);
}

/**
 * Starts a script whose standard input follows: in a prepared or new sandbox; or as `launch` says, without a
 * sandbox or if the program starts with its input.
 */
async function begin(
  job: ProcessJob,
  shell: Shell,
  spares?: SpareBoxes,
): Promise<Started | { error: string }> {
  const wanted = wantedOf(job, shell);
  const spare = isPrepared(shell) ? await spares?.take(wanted) : undefined;
  if (spare === undefined && (shell.bwrap === undefined || shell.answers)) {
    return start((temp) => launch(job, shell, temp));
  }
  const box = spare ?? (await prepareBox(wanted, shell));
  if ('error' in box) return box;
  try {
    await box.begin(job);
    return box;
  } catch (cause) {
    await box.remove();
    throw cause;
  }
}

/** Reads what a guest wrote to its own channel; empty if it is missing or invalid. */
async function readAnswer(disk: Disk, path: string): Promise<Answer> {
  const entry = await disk.look(path);
  if (!entry || entry.size === 0) return {};
  if (entry.size > MOST_BYTES) {
    const message = `The answer has more than ${MOST_BYTES} bytes of JSON`;
    return { fault: { class: 'ResultError', message } };
  }
  try {
    return Answer.parse(readJson(new TextDecoder().decode(await disk.read(path))));
  } catch (cause) {
    const message = `The answer is invalid JSON: ${cause instanceof Error ? cause.message : cause}`;
    return { fault: { class: 'ResultError', message } };
  }
}
