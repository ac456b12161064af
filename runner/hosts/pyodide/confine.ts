import type { Engine } from './engine.ts';

export interface Command {
  command: string;
  args: string[];
}

/** What the engine remembers of an image's modules, beside them: parsing the loader anew takes a third of a start. */
export const MEMORY = 'engine';
const SYSTEM_LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'];

export interface Confinement {
  engine: Engine;
  /** Path of bubblewrap, where it is there. */
  bwrap?: string;
  /** The only directory that the program may read. */
  directory: string;
  program: string;
  args: string[];
  env: Record<string, string>;
  roomy?: boolean;
  /** The engine may write what it finds out about modules; it is read-only to everyone after it. */
  learns?: boolean;
  /** Leaves out the engine's own permissions. */
  dangerouslyOpen?: boolean;
}

/** The command that starts a sandbox with as few rights as can be had here. */
export function confine(options: Confinement): Command {
  const { engine, bwrap } = options;
  const start = (directory: string): string[] =>
    options.dangerouslyOpen === true
      ? engine.dangerouslyOpen(directory, options.program)
      : engine.sealed(directory, options.program, options.roomy === true);
  if (bwrap === undefined) {
    const args = [...start(options.directory), ...options.args];
    return { command: engine.binary, args };
  }
  const memory = engine.memory === undefined ? {} : { [engine.memory]: `/image/${MEMORY}` };
  const env = { ...options.env, ...memory };
  // It sees the system's libraries, the engine, and its own directory; nothing can be written.
  const args = [
    '--unshare-all',
    '--die-with-parent',
    ...['--cap-drop', 'ALL'],
    '--clearenv',
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...SYSTEM_LIBRARIES.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--ro-bind', engine.binary, '/engine'],
    ...['--ro-bind', options.directory, '/image'],
    ...(options.learns ? ['--bind', `${options.directory}/${MEMORY}`, `/image/${MEMORY}`] : []),
    ...['--dev', '/dev'],
    // Of its own processes only; Deno asks there for its own path.
    ...['--proc', '/proc'],
    ...['--remount-ro', '/'],
    ...['--chdir', '/image'],
    '--',
    '/engine',
    ...start('/image'),
    ...options.args,
  ];
  return { command: bwrap, args };
}
