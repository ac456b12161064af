import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import { encodingOf, type Encoding } from './encoding.ts';
import type { FileFault } from './file-fault.ts';
import type { LineWindow } from './line-window.ts';
import { readFile, type FileFacts } from './read-file.ts';

/** The limit of bytes that are read to count a file's lines. */
const MOST_BYTES = 512 * 1024 * 1024;
const HEAD = 64 * 1024;

export type LinesRead =
  | {
      ok: true;
      /** `other`: the text is not UTF-8; `none`: the file is not text. */
      text: 'whole' | 'other' | 'none';
      window: LineWindow;
      /** The number of bytes that were read. */
      seen: number;
      facts: FileFacts;
    }
  | { ok: false; fault: FileFault; because: Reason };

/** Reads a file's lines into a window piece by piece, so that a huge file needs little memory. */
export async function readLines(
  path: string,
  window: LineWindow,
  signal: AbortSignal,
  label?: Encoding['label'],
): Promise<LinesRead> {
  let decoder: TextDecoder | undefined;
  let text: 'whole' | 'other' | 'none' = 'whole';
  let seen = 0;
  let wide = false;
  const take = (bytes: Uint8Array | undefined) => {
    try {
      window.take(decoder?.decode(bytes, { stream: bytes !== undefined }) ?? '');
    } catch {
      text = 'other';
    }
    return text === 'whole';
  };
  const opened = await readFile(path, signal, (bytes, { size }) => {
    if (decoder === undefined) {
      const found = encodingOf(bytes.subarray(0, HEAD), bytes.length >= size);
      const chosen = label ?? found?.label;
      wide = /^utf-16/.test(chosen ?? '');
      if (found === undefined || chosen === undefined) text = 'none';
      else decoder = new TextDecoder(chosen, { fatal: chosen === 'utf-8' });
    }
    if (!wide && bytes.includes(0)) text = 'none';
    seen += bytes.length;
    return text === 'whole' && take(bytes) && seen < MOST_BYTES;
  });
  if (!opened.ok) return opened;
  if (text === 'whole' && seen < MOST_BYTES) take(undefined);
  window.end();
  return { ok: true, text, window, seen, facts: opened.facts };
}
