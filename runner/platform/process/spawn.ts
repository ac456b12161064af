import { spawn } from 'node:child_process';
import process from 'node:process';

export interface Exit {
  /** The exit status; null if a signal ended the process. */
  code: number | null;
  signal: string | null;
}

/** A running program with its own process group. */
export interface Child {
  pid: number;
  write(bytes: Uint8Array | string): void;
  /** The bytes that were written and wait in memory until the program reads. */
  unread(): number;
  endInput(): void;
  /** Stops and resumes reading both streams, as back pressure for a program that prints too fast. */
  pause(): void;
  resume(): void;
  /** Signals the whole group, including descendants. */
  kill(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): void;
  /** Settles when the program has exited; other processes may still have its streams open. */
  finished: Promise<Exit>;
  /** Settles when the program has exited and both streams are closed. */
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
 * Starts a program without a shell. An error is a value: not found, not executable, too long. Spawning blocks
 * the engine, so programs start one at a time, and the event loop gets as much time for other work in between
 * as the spawn took.
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
    // Wrapped, so that the next spawn does not wait for this child to report that it lives.
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
        // A separate group, so that a signal reaches all descendants.
        detached: true,
      });
    } catch (cause) {
      return answer({ error: cause instanceof Error ? cause.message : String(cause) });
    }
    const { stdin, stdout, stderr } = child;
    const exited = new Promise<Exit>((done) => {
      child.once('close', (code, signal) => done({ code, signal }));
    });
    const finished = new Promise<Exit>((done) => {
      child.once('exit', (code, signal) => done({ code, signal }));
    });
    child.once('error', (error) => answer({ error: error.message }));
    // The program may exit before it has read everything; its exit status reports that.
    stdin?.on('error', () => undefined);
    stdout?.on('data', options.onStdout);
    stderr?.on('data', options.onStderr);
    child.once('spawn', () => {
      const pid = child.pid ?? 0;
      answer({
        pid,
        write: (bytes) => void stdin?.write(bytes),
        unread: () => stdin?.writableLength ?? 0,
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

/** Kills a program and its descendants when the signal aborts. */
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

/** Runs a program to its end and returns the duration in milliseconds; undefined if it failed. */
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

/** Collects the first bytes of a stream as text, for short error messages. */
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
