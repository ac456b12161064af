import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import process from 'node:process';
import { PassThrough, Writable } from 'node:stream';
import type { ExecAnswer } from '../../../../../shared/tool/host.ts';
import {
  readCall,
  shellOf,
  type ExecCallback,
  type ProgramOptions,
  type Rest,
} from './program-options.ts';
import { failureOf, limited } from './program-failure.ts';
import { programs } from './programs.ts';

// What stands in for `node:child_process`: programs are started by the runner, which judges and asks.

const NO_INPUT = 'A program gets no input here; give what it reads as a file or an argument';

/** A program that was asked for. Its streams bring what it printed once it has ended. */
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
    // Listeners are put on after this.
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
      // Nobody may want to read it, and the end comes all the same.
      if (stream.listenerCount('data') === 0 && stream.listenerCount('readable') === 0)
        stream.resume();
    }
  }
}

/** Variables that are not those of this process go before the command, where they can be seen. */
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

export function spawn(command: string, ...rest: Rest): ChildProcess {
  const { args, options } = readCall(rest);
  const { file, words } = shellOf(command, args, options);
  return new ChildProcess(file, words, options);
}

function run(file: string, words: string[], options: ProgramOptions, done?: ExecCallback) {
  const child = new ChildProcess(file, words, options);
  const pieces: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (bytes: Buffer) => pieces[name].push(bytes));
  let broken: Error | undefined;
  child.on('error', (error) => (broken = error));
  child.on('close', () => {
    const out = limited(Buffer.concat(pieces.stdout), 'stdout', options);
    const err = limited(Buffer.concat(pieces.stderr), 'stderr', options);
    const failure = failureOf(child, broken, out, err, options.said);
    done?.(failure, out.value, err.value);
  });
  return child;
}

export function exec(command: string, ...rest: Rest): ChildProcess {
  const { options, done } = readCall(rest);
  const { file, words } = shellOf(command, [], { ...options, shell: options.shell ?? true });
  return run(file, words, { ...options, shell: true, said: command }, done);
}

export function execFile(command: string, ...rest: Rest): ChildProcess {
  const { args, options, done } = readCall(rest);
  const { file, words } = shellOf(command, args, options);
  return run(file, words, { ...options, said: [command, ...args].join(' ') }, done);
}

const PROMISIFIED = Symbol.for('nodejs.util.promisify.custom');

for (const one of [exec, execFile]) {
  const promised = (command: string, ...rest: Rest) => {
    let child: ChildProcess | undefined;
    const promise = new Promise((settle, fail) => {
      child = one(command, ...rest, (error, stdout, stderr) =>
        error ? fail(error) : settle({ stdout, stderr }),
      );
    });
    return Object.assign(promise, { child });
  };
  Object.defineProperty(one, PROMISIFIED, { value: promised });
}

const refused = (name: string, instead: string) => (): never => {
  throw new Error(`${name} is not here: ${instead}`);
};
const ASYNC =
  'a program may have to be asked for first, and nothing else runs meanwhile; use exec, execFile or spawn';

export const execSync = refused('execSync', ASYNC);
export const execFileSync = refused('execFileSync', ASYNC);
export const spawnSync = refused('spawnSync', ASYNC);
export const fork = refused('fork', 'a module starts no process of its own; use spawn');

export default {
  ...{ ChildProcess, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync },
};
