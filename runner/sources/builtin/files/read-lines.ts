import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import { encodingOf, type Encoding } from './encoding.ts';
import type { FileFault } from './file-fault.ts';
import type { LineWindow } from './line-window.ts';
import { readFile, type FileFacts } from './read-file.ts';

/** Bytes that are looked through to count a file's lines. */
const MOST_BYTES = 512 * 1024 * 1024;
const HEAD = 64 * 1024;

export type LinesRead =
  | {
      ok: true;
      /** `other`: it is no UTF-8 after all; `none`: it is no text. */
      text: 'whole' | 'other' | 'none';
      window: LineWindow;
      /** Bytes that were looked through. */
      seen: number;
      facts: FileFacts;
    }
  | { ok: false; fault: FileFault; because: Reason };

/** Reads a file's lines into a window piece by piece, so that a huge file takes no memory. */
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
