const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;

function readLeb(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  for (let shift = 0, end = at; ; shift += 7) {
    const byte = bytes[end++] ?? 0;
    value |= (byte & 127) << shift;
    if ((byte & 128) === 0) return { value: value >>> 0, end };
  }
}

/** Writes over a number in as many bytes as it had, so that nothing after it moves. */
function writeLeb(bytes: Uint8Array, at: number, end: number, value: number): void {
  let rest = value;
  for (let index = at; index < end; index++) {
    bytes[index] = (rest & 127) | (index === end - 1 ? 0 : 128);
    rest >>>= 7;
  }
  if (rest !== 0) throw new Error(`${value} pages do not fit in ${end - at} bytes`);
}

/**
 * Lets the engine itself hold the memory limit: rewrites the memory section's maximum, and its
 * minimum where a bigger image must fit from the start. Pages are of 64 KiB.
 */
export function patchMemory(
  wasm: Uint8Array,
  pages: { maximum: number; minimum?: number },
): Uint8Array {
  const bytes = wasm.slice();
  for (let at = 8; at < bytes.length;) {
    const id = bytes[at];
    const size = readLeb(bytes, at + 1);
    if (id !== MEMORY_SECTION) {
      at = size.end + size.value;
      continue;
    }
    const flagsAt = readLeb(bytes, size.end).end;
    if (((bytes[flagsAt] ?? 0) & HAS_MAXIMUM) === 0) throw new Error('The memory has no maximum');
    const minimum = readLeb(bytes, flagsAt + 1);
    const maximum = readLeb(bytes, minimum.end);
    if (pages.minimum !== undefined && pages.minimum > minimum.value) {
      writeLeb(bytes, flagsAt + 1, minimum.end, pages.minimum);
    }
    writeLeb(bytes, minimum.end, maximum.end, pages.maximum);
    return bytes;
  }
  throw new Error('The module has no memory section');
}
