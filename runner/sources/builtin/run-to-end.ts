import { spawnGroup } from '../../platform/process/spawn.ts';

export interface RunOptions {
  timeoutMs: number;
  cwd?: string;
  /** What it reads; nothing otherwise. */
  input?: Uint8Array;
  signal?: AbortSignal | undefined;
  /** Hears what it prints as it comes; answering `false` ends it. Without it all is collected. */
  take?: (bytes: Uint8Array) => boolean | void;
}

export interface Ran {
  /** Null where a signal ended it, or it did not start. */
  code: number | null;
  /** What it printed, where nobody else took it. */
  text: string;
  stderr: string;
  /** What ended it, where it was not itself. */
  stopped?: 'timed-out' | 'cancelled' | 'enough';
}

const MOST_SAID = 64 * 1024;

/** Runs a program of ours to its end, without a shell; its group ends with it. Never rejects. */
export async function runToEnd(
  command: string,
  args: string[],
  { timeoutMs, cwd, input, signal, take }: RunOptions,
): Promise<Ran> {
  const printed: Uint8Array[] = [];
  let said = '';
  let stopped: Ran['stopped'];
  let kill = () => undefined as void;
  const stop = (why: Ran['stopped']) => {
    stopped ??= why;
    kill();
  };
  const child = await spawnGroup(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    onStdout: (bytes) => {
      if (stopped !== undefined) return;
      if (take === undefined) printed.push(bytes);
      else if (take(bytes) === false) stop('enough');
    },
    onStderr: (bytes) => {
      if (said.length < MOST_SAID) said += new TextDecoder().decode(bytes);
    },
  });
  if ('error' in child) return { code: null, text: '', stderr: child.error };
  kill = () => child.kill('SIGKILL');
  const timer = setTimeout(() => stop('timed-out'), timeoutMs);
  const cancel = () => stop('cancelled');
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  if (stopped !== undefined) kill();
  if (input !== undefined) child.write(input);
  child.endInput();
  const { code } = await child.exited;
  clearTimeout(timer);
  signal?.removeEventListener('abort', cancel);
  const text = new TextDecoder().decode(joined(printed));
  return { code, text, stderr: said, ...(stopped === undefined ? {} : { stopped }) };
}

function joined(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
