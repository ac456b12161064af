import { Buffer } from 'node:buffer';
import { failureOf, limited } from './program-failure.ts';
import {
  readCall,
  shellOf,
  type ExecCallback,
  type ProgramOptions,
  type Rest,
} from './program-options.ts';
import { ChildProcess } from './program.ts';

// Replaces `node:child_process`: the runner starts programs, after judging them and asking.

export { ChildProcess };

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
