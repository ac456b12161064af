import { spawnGroup } from '../../platform/process/spawn.ts';

export interface RunOptions {
  timeoutMs: number;
  cwd?: string;
  /** The program's input; empty by default. */
  input?: Uint8Array;
  signal?: AbortSignal | undefined;
  /** Called with output as it arrives; returning `false` kills the program. Without it the output is collected. */
  take?: (bytes: Uint8Array) => boolean | void;
}

export interface Ran {
  /** Null if a signal ended the program, or it did not start. */
  code: number | null;
  /** The output, if `take` did not get it. */
  text: string;
  stderr: string;
  /** Why Lathe killed the program, if it did. */
  stopped?: 'timed-out' | 'cancelled' | 'enough';
}

const MOST_SAID = 64 * 1024;

/** Runs one of Lathe's programs to its end, without a shell; its process group ends with it. Never rejects. */
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
  const text = new TextDecoder().decode(Buffer.concat(printed));
  return { code, text, stderr: said, ...(stopped === undefined ? {} : { stopped }) };
}
