import type { Pyodide, PyodideModule } from './pyodide-module.ts';

const DIRECTORY = '/lib/lathe';

const INSTALL = `
import sys
sys.path.insert(0, '${DIRECTORY}')
sys.dont_write_bytecode = True
import run as lathe_guest
lathe_prepare, lathe_run = lathe_guest.lathe_prepare, lathe_guest.lathe_run
`;
const FREEZE = 'import gc\ngc.collect()\ngc.freeze()';

/** A finished interpreter as it lies on disk: its memory without the empty pages. */
export interface Image {
  /** What Pyodide needs to join its JavaScript objects to the memory again. */
  references: unknown;
  heapLength: number;
  /** The function table of the engine that made it; another engine's does not fit. */
  tableLength: number;
  /** Where the pieces of `data` lie, in bytes, each a multiple of `PAGE`. */
  extents: { at: number; length: number }[];
  data: Uint8Array;
}

export const PAGE = 4096;

// Pyodide's own header: magic, offset of the memory, length of the JSON, and a build id.
const JSON_AT = 48;

function isEmpty(words: BigUint64Array, from: number, to: number): boolean {
  for (let word = from; word < to; word++) if (words[word] !== 0n) return false;
  return true;
}

/** Makes an image of what Pyodide calls a memory snapshot. */
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

/** The length of the head, the head as JSON padded to eight bytes, then the pages. */
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

/** Puts our own Python beside the author's; `preload` imports the common modules as well. */
export function installGuest(
  { module, python }: { module: PyodideModule; python: Pyodide },
  files: ReadonlyMap<string, Uint8Array>,
  preload: boolean,
): void {
  module.FS.mkdirTree(DIRECTORY);
  for (const [name, bytes] of files) module.FS.writeFile(`${DIRECTORY}/${name}`, bytes);
  python.runPython(INSTALL + (preload ? 'lathe_guest.preload()\n' : '') + FREEZE);
}
