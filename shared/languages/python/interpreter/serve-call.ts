import { readJson } from '../../../tool/exact-number.ts';
import { Violation } from './gate.ts';
import type { Piece } from './output.ts';
import type { Sandbox } from './sandbox.ts';

/** The limit in milliseconds for filling, which runs none of the author's code. */
const LONGEST_PREPARATION_MS = 1500;

export interface Call {
  /** The job as JSON. */
  job: string;
  timeoutMs: number;
  outputBytes: number;
}

/** Returns the status if the error is that of a normal exit: the C library throws an object with a status. */
function exitStatus(error: unknown): number | undefined {
  const isExit =
    typeof error === 'object' && error !== null && 'name' in error && error.name === 'ExitStatus';
  return isExit && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

/** Returns the message for the author about an error that the interpreter did not survive. */
export function reasonOf(error: unknown): string {
  if (error instanceof Violation) return `${error.message}; the call was ended`;
  if (error instanceof RangeError) return 'The recursion was too deep for the interpreter';
  if (error instanceof WebAssembly.RuntimeError) return `The interpreter crashed: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Performs a call in the sandbox and answers with its ending and the last output, so that both travel in one
 * piece. Returns false if the interpreter did not return by itself and must not be used again.
 */
export function serveCall(
  sandbox: Sandbox,
  call: Call,
  say: (kind: 'running' | 'result', body: object, printed?: Piece) => void,
): boolean {
  const { output } = sandbox;
  output.begin(call.outputBytes);
  let started = performance.now();
  const answer = (rest: object): void => {
    const durationMs = performance.now() - started;
    const printed = output.take();
    const droppedBytes = output.droppedBytes();
    say('result', { ...rest, timedOut: sandbox.timedOut(), droppedBytes, durationMs }, printed);
  };
  try {
    sandbox.interruptAfter(Math.min(call.timeoutMs, LONGEST_PREPARATION_MS));
    const prepared = readJson(sandbox.call('prepare', call.job)) as { done: boolean };
    if (prepared.done) {
      answer(prepared);
      return true;
    }
    say('running', prepared);
    started = performance.now();
    sandbox.interruptAfter(call.timeoutMs);
    answer({ ...prepared, ...(readJson(sandbox.call('run', '')) as object) });
    return true;
  } catch (error) {
    const exitCode = exitStatus(error);
    answer(exitCode === undefined ? { crashed: reasonOf(error) } : { exitCode });
    return false;
  }
}
