import type { FileContent } from '../tool/folder.ts';

/** The bytes of a file. Text is UTF-8. */
export function bytesOf(content: FileContent): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  const binary = atob(content.base64);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as a file's content: text if they are UTF-8 (with a byte order mark, if any), else base64. */
export function contentOf(bytes: Uint8Array): FileContent {
  try {
    return utf8.decode(bytes);
  } catch {
    const pieces: string[] = [];
    // Arguments go on the stack, so large files are converted in pieces.
    for (let start = 0; start < bytes.length; start += 0x8000) {
      pieces.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
    }
    return { base64: btoa(pieces.join('')) };
  }
}
