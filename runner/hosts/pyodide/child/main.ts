import { FRAME, encodeFrame, encodeJson } from '../frames.ts';
import { Violation } from './gate.ts';
import { readImage } from './image-format.ts';
import { openKit } from './open-kit.ts';
import * as pipe from './pipe.ts';
import type { Baits } from './process-probes.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { selfTest } from './self-test.ts';

/** Filling runs none of the author's code, so it may not take long. */
const LONGEST_PREPARATION_MS = 1500;

interface Start {
  env: Record<string, string>;
  wheels: number;
  dangerouslyOpen?: boolean;
  /** Try to break out, and tell before anything else. */
  baits?: Baits;
}

interface Call {
  job: string;
  timeoutMs: number;
  outputBytes: number;
  /** Compare the state after the reset with the state before the call. */
  compare?: boolean;
}

const say = (kind: number, value: object): void => pipe.write(encodeJson(kind, value));

function next(): { kind: number; body: Uint8Array } {
  const head = pipe.read(5);
  const length = new DataView(head.buffer).getUint32(1);
  return { kind: head[0] as number, body: pipe.read(length) };
}

function nextJson<T>(): T {
  // Only the runner holds the other end of this pipe.
  return JSON.parse(new TextDecoder().decode(next().body)) as T;
}

function nextFile(): [string, Uint8Array] {
  const { body } = next();
  const split = body.indexOf(0);
  return [new TextDecoder().decode(body.subarray(0, split)), body.subarray(split + 1)];
}

/** Leaving through the C library throws an object with a status: an ordinary way to end. */
function exitStatus(error: unknown): number | undefined {
  const isExit =
    typeof error === 'object' && error !== null && 'name' in error && error.name === 'ExitStatus';
  return isExit && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof Violation) return `${error.message}; the call was ended`;
  if (error instanceof RangeError) return 'The recursion was too deep for the interpreter';
  if (error instanceof WebAssembly.RuntimeError) return `The interpreter crashed: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

function perform(sandbox: Sandbox, call: Call): void {
  const { output } = sandbox;
  output.begin(call.outputBytes);
  let durationMs = 0;
  const answer = (rest: object): void => {
    output.flush();
    say(FRAME.result, {
      ...rest,
      timedOut: sandbox.timedOut(),
      droppedBytes: output.droppedBytes(),
      durationMs,
    });
  };
  let started = performance.now();
  try {
    sandbox.interruptAfter(Math.min(call.timeoutMs, LONGEST_PREPARATION_MS));
    const prepared = JSON.parse(sandbox.call('prepare', call.job)) as { done: boolean };
    if (prepared.done) {
      durationMs = performance.now() - started;
      answer(prepared);
      return;
    }
    say(FRAME.running, prepared);
    started = performance.now();
    sandbox.interruptAfter(call.timeoutMs);
    const ended = JSON.parse(sandbox.call('run', '')) as object;
    durationMs = performance.now() - started;
    answer({ ...prepared, ...ended });
  } catch (error) {
    durationMs = performance.now() - started;
    const exitCode = exitStatus(error);
    answer(exitCode === undefined ? { crashed: reasonOf(error) } : { exitCode });
    pipe.exit(70);
  }
}

try {
  const start = nextJson<Start>();
  const wheels = new Map<string, Uint8Array>();
  for (let count = 0; count < start.wheels; count++) wheels.set(...nextFile());
  const beside = (name: string) => pipe.readFile(new URL(name, import.meta.url));
  const image = readImage(beside('image.bin'));
  const sandbox = await createSandbox({
    createModule: await openKit(),
    wasm: await WebAssembly.compile(beside('pyodide.wasm')),
    stdlib: beside('stdlib.zip'),
    image,
    engine: pipe.engine,
    env: start.env,
    wheels,
    pause: pipe.pause,
    send: (stream, bytes) => pipe.write(encodeFrame(FRAME[stream], bytes)),
    ...(start.dangerouslyOpen === true ? { dangerouslyOpen: true } : {}),
  });
  say(FRAME.ready, { heapBytes: sandbox.heapBytes(), startMs: performance.now() });
  if (start.baits !== undefined) {
    say(FRAME.proof, await selfTest(sandbox, start.baits, start.dangerouslyOpen === true));
  }
  for (;;) {
    const call = nextJson<Call>();
    const before = call.compare === true ? sandbox.fingerprint() : undefined;
    perform(sandbox, call);
    const started = performance.now();
    sandbox.reset();
    const resetMs = performance.now() - started;
    const pristine = before === undefined ? undefined : sandbox.fingerprint() === before;
    say(FRAME.idle, { heapBytes: sandbox.heapBytes(), resetMs, pristine });
  }
} catch (error) {
  say(FRAME.dead, { reason: reasonOf(error) });
  pipe.exit(71);
}
