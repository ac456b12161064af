import { writeJson } from '../../../tool/exact-number.ts';
import type { Ending, Filled } from '../../../tool/run/ending.ts';
import type { Tell } from '../../../tool/run/host.ts';
import type { PythonJob } from '../../../tool/run/job.ts';
import type { Result } from './sandbox-answer.ts';
import type { Call } from './serve-call.ts';

type Stream = 'stdout' | 'stderr';

/** The output of a run: passed on at once, and kept by stream and in order. */
interface Transcript {
  take(stream: Stream, bytes: Uint8Array): void;
  /** `truncated`: the output was cut, so an incomplete last character is dropped. */
  end(truncated: boolean): { stdout: string; stderr: string; output: string };
}

/** Milliseconds after a soft interrupt before the process is killed. */
const GRACE_MS = 250;
/** The limit in milliseconds for reading and filling, which happen before the timeout begins. */
export const PREPARATION_MS = 10_000;

/** The events of a call. */
export interface CallEvents {
  onOutput(stream: 'stdout' | 'stderr', bytes: Uint8Array): void;
  /** The author's code is about to run, and the timeout begins. `filled` makes its result on demand. */
  onRunning(filled: () => Filled | undefined): void;
}

export type Answer = { result: Result } | { died: string };

/** A sandbox as its callers see it: in a process of the runner, or in a worker of the page. */
export interface CallTarget {
  call(request: Call, events: CallEvents): Promise<Answer>;
  kill(): void;
}

/** Runs one job in a waiting sandbox. `usable`: the sandbox answered by itself and can be restored. */
export async function performCall(
  sandbox: CallTarget,
  job: PythonJob,
  tell: Tell,
  signal: AbortSignal,
): Promise<{ ending: Ending; usable: boolean }> {
  const { timeoutMs, outputBytes } = job.limits;
  const transcript = createTranscript(tell);
  const began = performance.now();
  let cause: 'timed-out' | 'cancelled' | undefined;
  let filled: () => Filled | undefined = () => undefined;
  const end = (next: typeof cause): void => {
    cause ??= next;
    sandbox.kill();
  };
  const cancel = (): void => end('cancelled');
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  // `declare` only reads the module, so reading gets the whole timeout.
  let isRunning = job.task === 'declare';
  let latest = began + (isRunning ? GRACE_MS + timeoutMs : PREPARATION_MS);
  let clock: ReturnType<typeof setTimeout>;
  const watch = (): void => {
    const left = latest - performance.now();
    if (left <= 0) end('timed-out');
    else clock = setTimeout(watch, left);
  };
  // Wakes early enough for both limits, so that a short call needs no second timer.
  clock = setTimeout(watch, Math.min(GRACE_MS + timeoutMs, PREPARATION_MS));
  const answer = await sandbox.call(
    { job: writeJson(job), timeoutMs, outputBytes },
    {
      onOutput: transcript.take,
      onRunning: (program) => {
        isRunning = true;
        filled = program;
        latest = performance.now() + GRACE_MS + timeoutMs;
      },
    },
  );
  clearTimeout(clock);
  signal.removeEventListener('abort', cancel);
  const result: Result | undefined = 'result' in answer ? answer.result : undefined;
  const droppedBytes = result?.droppedBytes ?? 0;
  const program = result?.filled ?? filled();
  const streams = {
    ...transcript.end(droppedBytes > 0),
    truncated: droppedBytes > 0,
    ...(droppedBytes > 0 ? { droppedBytes } : {}),
    durationMs: result?.durationMs ?? performance.now() - began,
    ...(program === undefined ? {} : { filled: program }),
  };
  const limit = isRunning
    ? { afterMs: timeoutMs }
    : { afterMs: PREPARATION_MS, during: 'filling' as const };
  return concluded(answer, streams, { cause, limit });
}

type Limit = { afterMs: number; during?: 'filling' };

/** The first cause wins: an answer after the timeout does not make the call succeed. */
function concluded(
  answer: Answer,
  streams: Streams,
  { cause, limit }: { cause: 'timed-out' | 'cancelled' | undefined; limit: Limit },
): { ending: Ending; usable: boolean } {
  const result = 'result' in answer ? answer.result : undefined;
  if (cause === 'cancelled') return { ending: { kind: 'cancelled', ...streams }, usable: false };
  if (cause === 'timed-out' || result?.timedOut === true) {
    const line = result?.line ?? undefined;
    const where = line === undefined ? {} : { line };
    const ending: Ending = { kind: 'timed-out', ...limit, ...where, ...streams };
    return { ending, usable: cause === undefined && result?.crashed === undefined };
  }
  if ('died' in answer) {
    return { ending: { kind: 'crashed', reason: answer.died, ...streams }, usable: false };
  }
  return { ending: endingOf(answer.result, streams), usable: answer.result.crashed === undefined };
}

type Streams = Pick<Ending, 'stdout' | 'stderr' | 'output' | 'truncated' | 'durationMs'>;

function endingOf(result: Result, streams: Streams): Ending {
  const { crashed, fault, value, formatted, warnings, exitCode = 1 } = result;
  if (crashed !== undefined) return { kind: 'crashed', reason: crashed, ...streams };
  const all = {
    ...streams,
    ...(value === undefined ? {} : { value }),
    ...(formatted === undefined ? {} : { formatted }),
    ...(warnings === undefined ? {} : { warnings }),
  };
  if (fault !== undefined) return { kind: 'failed', exitCode, fault, ...all };
  return exitCode === 0
    ? { kind: 'finished', exitCode, ...all }
    : { kind: 'failed', exitCode, ...all };
}

function createTranscript(tell: Tell): Transcript {
  // Most runs print to one stream, and making a decoder costs more than its decoding.
  const decoders = new Map<Stream, TextDecoder>();
  const texts = { stdout: '', stderr: '' };
  let output = '';
  const add = (stream: Stream, text: string): void => {
    if (text === '') return;
    texts[stream] += text;
    output += text;
    tell({ type: 'output', stream, text });
  };
  return {
    take(stream, bytes) {
      const decoder = decoders.get(stream) ?? new TextDecoder();
      decoders.set(stream, decoder);
      add(stream, decoder.decode(bytes, { stream: true }));
    },
    end(truncated) {
      if (!truncated) for (const [stream, decoder] of decoders) add(stream, decoder.decode());
      return { ...texts, output };
    },
  };
}
