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

/** Why a guest did not do its work; `message` is for the model. The codes are those of guest/*.sh. */
export function fileFault(ran: Ran, path: string): { fault: FileFault; message: string } {
  const fault = ran.stopped === 'cancelled' ? 'cancelled' : (faults[ran.code ?? 0] ?? 'broken');
  const said = ran.stderr.trim().split('\n').at(-1) ?? '';
  const why = said.slice(said.lastIndexOf(': ') + 1).trim();
  const messages: Record<FileFault, string> = {
    absent: `File not found: ${path}`,
    folder: `Path is a directory, not a file: ${path}`,
    'no-folder': `A file stands where the path needs a folder: ${path}`,
    special: `Path is no regular file: ${path}`,
    moved: `Something else stands at ${path} than what was judged a moment ago; call again`,
    changed: `File changed while it was edited: ${path}; read it again`,
    forbidden: `Permission denied: ${path}`,
    cancelled: 'Cancelled',
    broken:
      ran.stopped === 'timed-out' ? `Reading ${path} took too long` : why || 'The disk failed',
  };
  return { fault, message: messages[fault] };
}
