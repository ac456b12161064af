export interface Encoding {
  /** A label of the Encoding Standard. */
  label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** The bytes of the byte order mark. */
  mark: readonly number[];
}

const marked: Encoding[] = [
  { label: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { label: 'utf-16le', mark: [0xff, 0xfe] },
  { label: 'utf-16be', mark: [0xfe, 0xff] },
];

/**
 * Detects the encoding from the first bytes of a file; `whole` says whether these are all. Undefined if it is not
 * text. Bytes that are not UTF-8 count as Windows-1252, in which every byte is a character, so writing restores
 * them.
 */
export function encodingOf(head: Uint8Array, whole: boolean): Encoding | undefined {
  const found = marked.find(({ mark }) => mark.every((byte, at) => head[at] === byte));
  if (found !== undefined) return found;
  if (head.includes(0)) return undefined;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !whole });
    return { label: 'utf-8', mark: [] };
  } catch {
    return { label: 'windows-1252', mark: [] };
  }
}
