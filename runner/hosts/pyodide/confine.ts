import type { Engine } from './engine.ts';

export interface Command {
  command: string;
  args: string[];
}

/**
 * The folder of the engine's cache for an image's modules, beside them: parsing the loader takes a third of a
 * start.
 */
export const MEMORY = 'engine';
const SYSTEM_LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'];

export interface Confinement {
  engine: Engine;
  /** The path of bubblewrap, if available. */
  bwrap?: string;
  /** The only directory that the program may read. */
  directory: string;
  program: string;
  args: string[];
  env: Record<string, string>;
  roomy?: boolean;
  /** Whether the engine may write its cache, which is read-only for all later processes. */
  learns?: boolean;
  /** Leaves out the engine's own permissions. */
  dangerouslyOpen?: boolean;
}

/** Returns the command that starts a sandbox with as few permissions as possible here. */
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
  // It shows the system's libraries, the engine, and its own directory, all read-only.
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
    // Shows only its own processes; Deno reads its own path there.
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
