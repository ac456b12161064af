import { cause, saidBySystem, type CauseCode } from '../../../../shared/returns/causes.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import type { Ran } from '../run-to-end.ts';

export type FileFault =
  | 'absent'
  | 'folder'
  | 'no-folder'
  | 'special'
  | 'moved'
  | 'changed'
  | 'forbidden'
  | 'cancelled'
  | 'broken';

const faults: Readonly<Record<number, FileFault>> = {
  65: 'absent',
  66: 'folder',
  67: 'special',
  72: 'no-folder',
  75: 'moved',
  76: 'changed',
  77: 'forbidden',
};

/** The error messages of the C library, which all programs use. */
const said: readonly (readonly [RegExp, CauseCode])[] = [
  [/No space left on device|Disk quota exceeded/i, 'disk-is-full'],
  [/Read-only file system/i, 'disk-is-read-only'],
  [/File name too long/i, 'file-name-long'],
];

/** Returns why a guest script failed, with a message for the model. The exit codes are those of guest/*.sh. */
export function fileFault(
  ran: Ran,
  path: string,
): { fault: FileFault; message: string; because: Reason } {
  const fault = ran.stopped === 'cancelled' ? 'cancelled' : (faults[ran.code ?? 0] ?? 'broken');
  const because = causeOf(fault, ran, path);
  return { fault, message: because.message, because };
}

function causeOf(fault: FileFault, { stderr, stopped }: Ran, path: string): Reason {
  const [, known] = said.find(([words]) => words.test(stderr)) ?? [];
  if (known && (fault === 'broken' || fault === 'forbidden')) return cause(known);
  if (fault === 'cancelled') return cause('was-cancelled');
  if (fault !== 'broken') return cause(`file-${fault}`, { path });
  if (stopped === 'timed-out') return cause('file-slow', { path });
  const line = stderr.trim().split('\n').at(-1) ?? '';
  const why = line.slice(line.lastIndexOf(': ') + 1).trim();
  return why === '' ? cause('disk-failed') : saidBySystem(why);
}
