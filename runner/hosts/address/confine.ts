import { NETWORK, SYSTEM_LIBRARIES } from '../module/confine.ts';
import { denoSealed } from '../../platform/process/programs.ts';

/** The programs that such a process starts from, and what the build put together for it. */
export interface Ground {
  deno: string;
  /** Absent where no box can be had. */
  bwrap?: string | undefined;
  prlimit?: string | undefined;
  /** The folder that its program lies in, which is all that it may read, and the program's file there. */
  program: string;
  main: string;
}

const MIB = 1024 * 1024;
/** Bytes of data of one process, and megabytes of JavaScript's own memory. */
const DATA = 1024 * MIB;
const HEAP = 256;

/** The command that starts a process whose only right is one address of the network. */
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

/** All that such a process finds in its environment. */
export const environment = {
  HOME: '/nonexistent',
  DENO_DIR: '/nonexistent',
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
};
