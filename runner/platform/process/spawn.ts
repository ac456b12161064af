import { spawn } from 'node:child_process';
import process from 'node:process';

export interface Exit {
  /** Exit status, or null when a signal ended the process. */
  code: number | null;
  signal: string | null;
}

/** A running program that leads a process group of its own. */
export interface Child {
  pid: number;
  write(bytes: Uint8Array | string): void;
  endInput(): void;
  /** Stop and go on reading both streams: back pressure for what prints faster than it is read. */
  pause(): void;
  resume(): void;
  /** Ends the whole group, children of children included. */
  kill(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): void;
  /** Settles once the program itself has exited; others may still hold its streams. */
  finished: Promise<Exit>;
  /** Settles once the process has exited and both streams are closed. */
  exited: Promise<Exit>;
}

export interface SpawnOptions {
  cwd?: string;
  /** The whole environment; nothing is inherited. */
  env: Record<string, string>;
  onStdout(bytes: Uint8Array): void;
  onStderr(bytes: Uint8Array): void;
}

let line: Promise<unknown> = Promise.resolve();
let restsUntil = 0;

/**
 * Starts a program without a shell. The error is a value: not found, not executable, too long. The engine can
 * do nothing else while it makes a process, so one is made at a time, and as long as it took the event loop has
 * for others before the next.
 */
export async function spawnGroup(
  ...given: Parameters<typeof spawnNow>
): Promise<Child | { error: string }> {
  const mine = line.then(async () => {
    const rest = restsUntil - performance.now();
    if (rest > 0) await new Promise((settle) => setTimeout(settle, rest));
    const began = performance.now();
    const child = spawnNow(...given);
    restsUntil = 2 * performance.now() - began;
    // Wrapped, so that the next need not wait until this one says that it lives.
    return { child };
  });
  line = mine;
  return (await mine).child;
}

function spawnNow(
  command: string,
  args: string[],
  options: SpawnOptions,
): Promise<Child | { error: string }> {
  return new Promise((answer) => {
    let child: ReturnType<typeof spawn>;
    try {
      child = spawn(command, args, {
        cwd: options.cwd,
        env: options.env,
        stdio: ['pipe', 'pipe', 'pipe'],
        // A group of its own, so that a kill reaches grandchildren.
        detached: true,
      });
    } catch (cause) {
      answer({ error: cause instanceof Error ? cause.message : String(cause) });
      return;
    }
    const { stdin, stdout, stderr } = child;
    const exited = new Promise<Exit>((done) => {
      child.once('close', (code, signal) => done({ code, signal }));
    });
    const finished = new Promise<Exit>((done) => {
      child.once('exit', (code, signal) => done({ code, signal }));
    });
    child.once('error', (error) => answer({ error: error.message }));
    // The program may be gone before it has read everything; its exit says so.
    stdin?.on('error', () => undefined);
    stdout?.on('data', options.onStdout);
    stderr?.on('data', options.onStderr);
    child.once('spawn', () => {
      const pid = child.pid ?? 0;
      answer({
        pid,
        write: (bytes) => void stdin?.write(bytes),
        endInput: () => void stdin?.end(),
        pause: () => {
          stdout?.pause();
          stderr?.pause();
        },
        resume: () => {
          stdout?.resume();
          stderr?.resume();
        },
        kill: (signal) => {
          try {
            process.kill(-pid, signal);
          } catch {
            // The group is already gone.
          }
        },
        finished,
        exited,
      });
    });
  });
}

/** Ends a program, and all that it started, as soon as the signal is given. */
export function endOn(signal: AbortSignal, child: Child): void {
  const end = (): void => child.kill('SIGKILL');
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  void child.exited.then(() => signal.removeEventListener('abort', end));
}

const ownEnvironment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
});

/** Runs a program to its end and answers with how many milliseconds it took; undefined when it failed. */
export async function runProgram(
  command: string,
  args: string[],
  env = ownEnvironment(),
): Promise<number | undefined> {
  const started = performance.now();
  const child = await spawnGroup(command, args, {
    env,
    onStdout: () => undefined,
    onStderr: () => undefined,
  });
  if ('error' in child) return undefined;
  child.endInput();
  const { code } = await child.exited;
  return code === 0 ? performance.now() - started : undefined;
}

/** Gathers the first bytes of a stream as text: for the few lines in which a program says what ails it. */
export function collectText(maxBytes: number): {
  take(bytes: Uint8Array): void;
  text(): string;
} {
  const pieces: Uint8Array[] = [];
  let held = 0;
  return {
    take(bytes) {
      if (held >= maxBytes) return;
      pieces.push(bytes.slice(0, maxBytes - held));
      held += bytes.length;
    },
    text: () => {
      const decoder = new TextDecoder();
      return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('');
    },
  };
}
