import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import { cause } from '../../../../shared/returns/causes.ts';
import { encodingOf, type Encoding } from './encoding.ts';
import { readFile, type FileFacts } from './read-file.ts';

/** The limit for a file that is edited, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

export type TextRead =
  | { ok: true; text: string; encoding: Encoding; facts: FileFacts }
  | { ok: false; fault: string; because: Reason };

/** Reads a whole text file without its byte order mark, and what is needed to write it back unchanged. */
export async function readText(path: string, signal: AbortSignal): Promise<TextRead> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const opened = await readFile(path, signal, (bytes) => {
    pieces.push(bytes);
    size += bytes.length;
    return size <= MOST_BYTES;
  });
  if (!opened.ok) return opened;
  if (size > MOST_BYTES) {
    const because = cause('file-too-large', { path, most: MOST_BYTES });
    return { ok: false, fault: 'no-text', because };
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  const encoding = encodingOf(whole, true);
  const text = encoding && decoded(whole.subarray(encoding.mark.length), encoding.label);
  if (encoding === undefined || text === undefined) {
    return { ok: false, fault: 'no-text', because: cause('file-not-text', { path }) };
  }
  return { ok: true, text, encoding, facts: opened.facts };
}

/** Decodes bytes; undefined if some are invalid, because writing them back would change them. */
function decoded(bytes: Uint8Array, label: Encoding['label']): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
