import { NETWORK, SYSTEM_LIBRARIES } from '../module/confine.ts';
import { denoSealed } from '../../platform/process/programs.ts';

/** The programs that start such a process, and its bundled program. */
export interface Ground {
  deno: string;
  /** Absent if no sandbox is available. */
  bwrap?: string | undefined;
  prlimit?: string | undefined;
  /** The folder of its program, which is all that it may read, and the program's file there. */
  program: string;
  main: string;
}

const MIB = 1024 * 1024;
/** The limits of the process's data in bytes, and of JavaScript's heap in megabytes. */
const DATA = 1024 * MIB;
const HEAP = 256;

/** Returns the command for a process whose only permission is one network address. */
export function confineToAddress(
  ground: Ground,
  host: string,
): { command: string; args: string[] } {
  const deno = (program: string): string[] => [
    ...denoSealed,
    `--allow-net=${host}`,
    `--v8-flags=--max-old-space-size=${HEAP}`,
    `${program}/${ground.main}`,
  ];
  const limits =
    ground.prlimit === undefined ? [] : [ground.prlimit, `--data=${DATA}`, '--core=0', '--'];
  const boxed =
    ground.bwrap === undefined
      ? [ground.deno, ...deno(ground.program)]
      : [
          ground.bwrap,
          ...['--unshare-all', '--share-net', '--die-with-parent'],
          ...['--cap-drop', 'ALL'],
          ...[...SYSTEM_LIBRARIES, ...NETWORK].flatMap((path) => ['--ro-bind-try', path, path]),
          ...['--ro-bind', ground.deno, '/engine'],
          ...['--ro-bind', ground.program, '/program'],
          ...['--dev', '/dev', '--proc', '/proc'],
          ...['--remount-ro', '/', '--chdir', '/program', '--'],
          ...['/engine', ...deno('/program')],
        ];
  const [command = '', ...args] = [...limits, ...boxed];
  return { command, args };
}

/** The whole environment of such a process. */
export const environment = {
  HOME: '/nonexistent',
  DENO_DIR: '/nonexistent',
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
};
