import { EventEmitter } from 'node:events';
import process from 'node:process';
import { PassThrough, Writable } from 'node:stream';
import type { ExecAnswer } from '../../../../../shared/tool/run/host.ts';
import type { ProgramOptions } from './program-options.ts';
import { programs } from './programs.ts';

const NO_INPUT = 'A program gets no input here; give what it reads as a file or an argument';

/** A requested program. Its streams deliver the output after its end. */
export class ChildProcess extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly stdin = new Writable({ write: (_, __, done) => done(new Error(NO_INPUT)) });
  readonly stdio = [this.stdin, this.stdout, this.stderr];
  readonly pid = undefined;
  readonly connected = false;
  exitCode: number | null = null;
  signalCode: string | null = null;
  killed = false;
  readonly spawnfile: string;
  readonly spawnargs: string[];
  readonly #stop = new AbortController();

  constructor(file: string, args: string[], options: ProgramOptions) {
    super();
    this.spawnfile = file;
    this.spawnargs = [file, ...args];
    this.stdin.on('error', (error) => this.stderr.push(`${error.message}\n`));
    const signals = [this.#stop.signal, ...(options.signal ? [options.signal] : [])];
    // Later, because callers add listeners after the constructor.
    queueMicrotask(() => void this.#run(options, AbortSignal.any(signals)));
  }

  kill(signal: string | number = 'SIGTERM'): boolean {
    if (this.exitCode !== null || this.signalCode !== null) return false;
    this.killed = true;
    this.signalCode = typeof signal === 'string' ? signal : 'SIGTERM';
    this.#stop.abort();
    return true;
  }

  ref(): void {}
  unref(): void {}

  async #run(options: ProgramOptions, signal: AbortSignal): Promise<void> {
    this.emit('spawn');
    const [command = '', ...args] = this.spawnargs;
    const where = options.cwd ?? programs.cwd();
    const answer = await programs
      .start(
        {
          ...withVariables(command, args, options.env),
          ...(where === programs.cwd() ? {} : { cwd: where }),
          ...(options.timeout ? { timeoutMs: options.timeout } : {}),
        },
        signal,
      )
      .catch((error: unknown) => ({ stdout: '', stderr: String(error), code: 127, killed: false }));
    this.#end(answer, options);
  }

  #end({ stdout, stderr, code, killed }: ExecAnswer, options: ProgramOptions): void {
    if (options.signal?.aborted) {
      const error = new DOMException('The operation was aborted', 'AbortError');
      this.emit('error', Object.assign(error, { killed: true }));
    }
    if (killed) {
      this.killed = true;
      this.signalCode ??= options.killSignal ?? 'SIGTERM';
    } else this.exitCode = code;
    const isAbsent = code === 127 && !options.shell && /not found|No such file/.test(stderr);
    if (isAbsent) {
      const message = `spawn ${this.spawnfile} ENOENT`;
      const facts = { code: 'ENOENT', errno: -2, syscall: `spawn ${this.spawnfile}` };
      this.emit('error', Object.assign(new Error(message), facts));
    }
    if (options.stdio === 'inherit') {
      process.stdout.write(stdout);
      process.stderr.write(stderr);
    }
    let open = 2;
    const closed = () => {
      open -= 1;
      if (open === 0) this.emit('close', this.exitCode, this.signalCode);
    };
    this.emit('exit', this.exitCode, this.signalCode);
    for (const [stream, text] of [
      [this.stdout, stdout],
      [this.stderr, stderr],
    ] as const) {
      stream.once('end', closed);
      stream.end(text);
      // Without a reader, the stream would never end.
      if (stream.listenerCount('data') === 0 && stream.listenerCount('readable') === 0)
        stream.resume();
    }
  }
}

/** Puts variables that differ from this process's before the command, where a person can see them. */
function withVariables(command: string, args: string[], env: ProgramOptions['env']) {
  const own = Object.entries(env ?? {}).filter(
    ([name, value]) => value !== undefined && !isInherited(name, value),
  );
  if (own.length === 0) return { command, args };
  return {
    command: 'env',
    args: [...own.map(([name, value]) => `${name}=${value}`), command, ...args],
  };
}

function isInherited(name: string, value: string | undefined): boolean {
  try {
    return process.env[name] === value;
  } catch {
    return false;
  }
}
