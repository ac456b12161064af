import type { Ending } from '../../../shared/tool/ending.ts';
import type { Tell } from '../../../shared/tool/host.ts';
import type { ProcessJob } from '../../../shared/tool/job.ts';
import { nodeDisk } from '../../platform/node-disk.ts';
import { begin } from './begin.ts';
import { CollectOutput } from './collect-output.ts';
import { end } from './end.ts';
import { exitCode } from './exit-code.ts';
import type { Shell } from './launch.ts';
import { readAnswer } from './read-answer.ts';
import type { SpareBoxes } from './spare-boxes.ts';
import { together } from './watch-limits.ts';

const BARE = 'There is no bubblewrap here, so the script ran with the rights of the runner itself';

const excesses = {
  memory: `The script's processes held more than ${together.memoryMib} MiB of memory together`,
  processes: `The script ran more than ${together.processes} processes at once`,
};

/** Runs one script to its ending. The script goes as a file that only we can read, the arguments as data. */
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
    const { fault, ...said } = answer === undefined ? {} : await readAnswer(nodeDisk, answer);
    const before = facts();
    const warnings = [...(before.warnings ?? []), ...(said.warnings ?? [])];
    const ran = { ...before, ...said, ...(warnings.length === 0 ? {} : { warnings }) };
    if (cause === 'timed-out') return { kind: 'timed-out', afterMs: job.limits.timeoutMs, ...ran };
    if (cause === 'cancelled') return { kind: 'cancelled', ...ran };
    if (cause !== 'finished') return { kind: 'crashed', reason: excesses[cause], ...ran };
    const code = exitCode(exit);
    if (code === 0 && fault === undefined) return { kind: 'finished', exitCode: 0, ...ran };
    // Bubblewrap speaks on the script's own stream; the script cannot have begun when it does so alone.
    if (shell.bwrap !== undefined && /^bwrap: [^\n]*\n?$/.test(ran.output)) {
      const reason = `The box could not be set up (${ran.output.trim()})`;
      return { kind: 'crashed', reason, ...ran };
    }
    return { kind: 'failed', exitCode: code || 1, ...(fault ? { fault } : {}), ...ran };
  } finally {
    await begun.remove();
  }
}
