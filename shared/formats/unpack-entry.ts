import { Inflate } from 'fflate';
import type { ZipEntry } from './zip-directory.ts';

export type Unpacked =
  { ok: true; bytes: Uint8Array } | { ok: false; code: string; reason: string };

const broken = { ok: false, code: 'broken-zip', reason: 'is damaged' } as const;
const larger = { ok: false, code: 'bomb', reason: 'is larger than the zip says' } as const;

/** Packed bytes given to the unpacker at a time: deflate makes at most 1,032 of each. */
const STEP = 1024;

/** Unpacks one entry and stops as soon as it is larger than it was declared. */
export function unpackEntry(entry: ZipEntry): Unpacked {
  const bytes = entry.deflated ? inflate(entry) : entry.packed.slice();
  if (bytes === 'broken') return broken;
  if (bytes === 'larger' || bytes.length > entry.size) return larger;
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) return broken;
  return { ok: true, bytes };
}

function inflate(entry: ZipEntry): Uint8Array | 'broken' | 'larger' {
  const bytes = new Uint8Array(entry.size);
  let length = 0;
  const stream = new Inflate((chunk) => {
    if (length + chunk.length <= bytes.length) bytes.set(chunk, length);
    length += chunk.length;
  });
  try {
    for (let at = 0; at < entry.packed.length; at += STEP) {
      const final = at + STEP >= entry.packed.length;
      stream.push(entry.packed.slice(at, at + STEP), final);
      if (length > entry.size) return 'larger';
    }
  } catch {
    return 'broken';
  }
  return bytes.subarray(0, length);
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
