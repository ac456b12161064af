import type {
  CallTarget,
  CallEvents,
} from '../../../shared/languages/python/interpreter/perform-call.ts';
import { collectText, endOn, spawnGroup, type Exit } from '../../platform/process/spawn.ts';
import type { Child } from '../../platform/process/spawn.ts';
import type { Trial } from './child/self-test.ts';
import type { Command } from './confine.ts';
import {
  createFrameQueue,
  encodeFrame,
  encodeJson,
  FRAME,
  frameReader,
  parseFrame,
} from './frames.ts';
import {
  Dead,
  Idle,
  Proof,
  Ready,
  Result,
  Running,
} from '../../../shared/languages/python/interpreter/sandbox-answer.ts';

/** A process with one sealed interpreter. It performs one call at a time. */
export interface SandboxProcess extends CallTarget {
  pid: number;
  startMs: number;
  heapBytes(): number;
  /** Settles after a call; undefined if the sandbox cannot be used again. */
  idle(): Promise<Idle | undefined>;
  /** Can be called once, after a start with a trial. */
  proof(): Promise<Proof | undefined>;
  /** Returns why it ended. */
  reason(): string;
  exited: Promise<void>;
}

export interface SandboxStart {
  command: Command;
  /** The process's environment. */
  env: Record<string, string>;
  /** The content of Python's `os.environ`. */
  python: Record<string, string>;
  /** The bytes of wheels by file name, which are unpacked before the interpreter is sealed. */
  wheels: ReadonlyMap<string, Uint8Array>;
  /** Ends the sandbox, even during its start. */
  closing: AbortSignal;
  dangerouslyOpen?: boolean;
  /** Called when its process runs, long before it is ready. */
  running?(): void;
  /** The sandbox must try to break out; `proof` then returns the result. */
  trial?: Trial;
}

function sendStart(child: Child, start: SandboxStart): void {
  const { python, wheels, dangerouslyOpen, trial } = start;
  child.write(
    encodeJson(FRAME.start, { env: python, wheels: wheels.size, dangerouslyOpen, trial }),
  );
  for (const [name, bytes] of wheels) {
    const label = new TextEncoder().encode(`${name}\0`);
    const body = new Uint8Array(label.length + bytes.length);
    body.set(label);
    body.set(bytes, label.length);
    child.write(encodeFrame(FRAME.file, body));
  }
}

/** Returns why a process ended: its error message, otherwise its exit. */
const endReason = ({ code, signal }: Exit, complaint: string): string => {
  const said = complaint.trim().split('\n').slice(0, 3).join(' ');
  return said === '' ? `The sandbox ended with ${signal ?? `status ${code}`}` : said;
};

/** Starts a sandbox; settles once it is sealed and waits, or with the reason of the failure. */
export async function startSandbox(
  start: SandboxStart,
): Promise<SandboxProcess | { error: string }> {
  const complaint = collectText(4096);
  const answers = createFrameQueue();
  let kill = (): void => undefined;
  let reason: string | undefined;
  let events: CallEvents | undefined;
  const feed = frameReader((frame) => {
    if (frame.kind === FRAME.stdout) events?.onOutput('stdout', frame.body);
    else if (frame.kind === FRAME.stderr) events?.onOutput('stderr', frame.body);
    else if (frame.kind === FRAME.running)
      events?.onRunning(() => parseFrame(Running, frame)?.filled);
    else {
      if (frame.kind === FRAME.dead) reason ??= parseFrame(Dead, frame)?.reason;
      answers.add(frame);
    }
  });
  const child = await spawnGroup(start.command.command, start.command.args, {
    env: start.env,
    onStdout: (bytes) => {
      if (feed(bytes)) return;
      reason ??= 'The sandbox sent an invalid answer';
      kill();
    },
    onStderr: complaint.take,
  });
  if ('error' in child) return { error: child.error };
  start.running?.();
  kill = () => child.kill('SIGKILL');
  endOn(start.closing, child);
  const exited = child.exited.then((exit) => {
    reason ??= endReason(exit, complaint.text());
    answers.close();
  });
  /** Returns the next answer of this kind; any other one ends the process, with that as the reason. */
  const expect = async <T>(kind: number, schema: Parameters<typeof parseFrame<T>>[0]) => {
    const frame = await answers.next();
    const body = frame?.kind === kind ? parseFrame(schema, frame) : undefined;
    if (body !== undefined) return body;
    kill();
    await exited;
    return undefined;
  };

  sendStart(child, start);
  const ready = await expect(FRAME.ready, Ready);
  if (ready === undefined) return { error: reason ?? 'The sandbox did not start' };
  let heapBytes = ready.heapBytes;
  return {
    pid: child.pid,
    startMs: ready.startMs,
    heapBytes: () => heapBytes,
    async call(request, listener) {
      events = listener;
      child.write(encodeJson(FRAME.call, request));
      const result = await expect(FRAME.result, Result);
      events = undefined;
      return result === undefined ? { died: reason ?? 'The sandbox died' } : { result };
    },
    async idle() {
      const idle = await expect(FRAME.idle, Idle);
      heapBytes = idle?.heapBytes ?? heapBytes;
      return idle;
    },
    proof: () => expect(FRAME.proof, Proof),
    kill,
    reason: () => reason ?? 'The sandbox ended',
    exited,
  };
}
