import type { Pyodide, PyodideModule } from './pyodide-module.ts';

const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;

const DIRECTORY = '/lib/lathe';

const INSTALL = `
import sys
sys.path.insert(0, '${DIRECTORY}')
sys.dont_write_bytecode = True
import run as lathe_guest
lathe_prepare, lathe_run = lathe_guest.lathe_prepare, lathe_guest.lathe_run
`;
const FREEZE = 'import gc\ngc.collect()\ngc.freeze()';

/** An initialized interpreter on disk: its memory without empty pages. */
export interface Image {
  /** The data with which Pyodide connects its JavaScript objects to the memory again. */
  references: unknown;
  heapLength: number;
  /** The length of the function table, which depends on the engine that made the image. */
  tableLength: number;
  /** The place of each piece of `data` in memory, in bytes; multiples of `PAGE`. */
  extents: { at: number; length: number }[];
  data: Uint8Array;
}

export const PAGE = 4096;

// The header of Pyodide: magic, offset of the memory, length of the JSON, and a build id.
const JSON_AT = 48;

function isEmpty(words: BigUint64Array, from: number, to: number): boolean {
  for (let word = from; word < to; word++) if (words[word] !== 0n) return false;
  return true;
}

/** Makes an image of a memory snapshot of Pyodide. */
export function imageOf(snapshot: Uint8Array, tableLength: number): Image {
  const head = new Uint32Array(snapshot.buffer, snapshot.byteOffset, JSON_AT / 4);
  const [, memoryAt = 0, jsonLength = 0] = head;
  const json = new TextDecoder().decode(snapshot.subarray(JSON_AT, JSON_AT + jsonLength));
  const memory = snapshot.slice(memoryAt);
  const words = new BigUint64Array(memory.buffer);
  const extents: Image['extents'] = [];
  const pages: Uint8Array[] = [];
  for (let at = 0; at < memory.length; at += PAGE) {
    if (isEmpty(words, at / 8, (at + PAGE) / 8)) continue;
    const last = extents.at(-1);
    if (last !== undefined && last.at + last.length === at) last.length += PAGE;
    else extents.push({ at, length: PAGE });
    pages.push(memory.subarray(at, at + PAGE));
  }
  const data = new Uint8Array(pages.length * PAGE);
  pages.forEach((page, index) => data.set(page, index * PAGE));
  return {
    references: JSON.parse(json),
    heapLength: memory.length,
    tableLength,
    extents,
    data,
  };
}

/** Writes the length of the head, the head as JSON padded to eight bytes, then the pages. */
export function writeImage(image: Image): Uint8Array {
  const { data, ...head } = image;
  const json = new TextEncoder().encode(JSON.stringify(head));
  const dataAt = Math.ceil((4 + json.length) / 8) * 8;
  const file = new Uint8Array(dataAt + data.length);
  new DataView(file.buffer).setUint32(0, json.length);
  file.set(json, 4);
  file.set(data, dataAt);
  return file;
}

export function readImage(file: Uint8Array): Image {
  const length = new DataView(file.buffer, file.byteOffset).getUint32(0);
  const head = JSON.parse(new TextDecoder().decode(file.subarray(4, 4 + length))) as Image;
  return { ...head, data: file.subarray(Math.ceil((4 + length) / 8) * 8) };
}

/** Installs the guest files beside the author's code; `preload` imports the common modules, too. */
export function installGuest(
  { module, python }: { module: PyodideModule; python: Pyodide },
  files: ReadonlyMap<string, Uint8Array>,
  preload: boolean,
): void {
  module.FS.mkdirTree(DIRECTORY);
  for (const [name, bytes] of files) module.FS.writeFile(`${DIRECTORY}/${name}`, bytes);
  python.runPython(INSTALL + (preload ? 'lathe_guest.preload()\n' : '') + FREEZE);
}

function readLeb(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  for (let shift = 0, end = at; ; shift += 7) {
    const byte = bytes[end++] ?? 0;
    value |= (byte & 127) << shift;
    if ((byte & 128) === 0) return { value: value >>> 0, end };
  }
}

/** Overwrites a LEB128 number with the same number of bytes, so that nothing after it moves. */
function writeLeb(bytes: Uint8Array, at: number, end: number, value: number): void {
  let rest = value;
  for (let index = at; index < end; index++) {
    bytes[index] = (rest & 127) | (index === end - 1 ? 0 : 128);
    rest >>>= 7;
  }
  if (rest !== 0) throw new Error(`${value} pages do not fit in ${end - at} bytes`);
}

/**
 * Rewrites the maximum of the memory section, so that the engine enforces the memory limit, and its minimum
 * if a larger image must fit from the start. Pages have 64 KiB.
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
