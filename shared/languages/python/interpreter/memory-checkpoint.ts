import { type Image, PAGE } from './image-format.ts';
import type { PyodideModule } from './pyodide-module.ts';

type Run = { at: number; length: number } & (
  { from: 'zero' } | { from: 'image' | 'own'; source: number }
);

export interface MemoryCheckpoint {
  /** Bytes that no image holds: what start-up changed. */
  ownBytes: number;
  restore(): void;
  /** A number for the whole state of the memory, to compare with an earlier one. */
  fingerprint(): number;
}

/** Every page is then our own to keep. */
const NO_IMAGE = { extents: [], data: new Uint8Array(0) };

const WORD = 4;

// Words of 64 bits would be half as many, but each is an object to JavaScript.
const words = (bytes: Uint8Array): Int32Array =>
  new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / WORD);

function same(a: Int32Array, aFrom: number, b: Int32Array, bFrom: number): boolean {
  const end = aFrom + PAGE / WORD;
  for (let at = aFrom, other = bFrom; at < end; at++, other++) {
    if (a[at] !== b[other]) return false;
  }
  return true;
}

function findRuns(
  memory: Uint8Array,
  image: Pick<Image, 'extents' | 'data'>,
): { runs: Run[]; own: Uint8Array } {
  const inImage = new Map<number, number>();
  let source = 0;
  for (const { at, length } of image.extents) {
    for (let offset = 0; offset < length; offset += PAGE) inImage.set(at + offset, source + offset);
    source += length;
  }
  const live = words(memory);
  const stored = words(image.data);
  const empty = new Int32Array(PAGE / WORD);
  const runs: Run[] = [];
  const pages: Uint8Array[] = [];
  const add = (run: Run): void => {
    const last = runs.at(-1);
    const goesOn =
      last?.from === run.from &&
      last.at + last.length === run.at &&
      (last.from === 'zero' || run.from === 'zero' || last.source + last.length === run.source);
    if (last !== undefined && goesOn) last.length += PAGE;
    else runs.push(run);
  };
  for (let at = 0; at < memory.length; at += PAGE) {
    const place = inImage.get(at);
    if (same(live, at / WORD, empty, 0)) {
      add({ from: 'zero', at, length: PAGE });
    } else if (place !== undefined && same(live, at / WORD, stored, place / WORD)) {
      add({ from: 'image', at, length: PAGE, source: place });
    } else {
      add({ from: 'own', at, length: PAGE, source: pages.length * PAGE });
      pages.push(memory.slice(at, at + PAGE));
    }
  }
  const own = new Uint8Array(pages.length * PAGE);
  pages.forEach((page, index) => own.set(page, index * PAGE));
  return { runs, own };
}

/**
 * Remembers everything WebAssembly can change: the memory, the stack pointer, the table of
 * JavaScript values. The function table may not change at all once the gate is locked.
 */
export function takeMemoryCheckpoint(
  module: PyodideModule,
  stackPointer: WebAssembly.Global,
  image: Pick<Image, 'extents' | 'data'> = NO_IMAGE,
): MemoryCheckpoint {
  const { runs, own } = findRuns(module.HEAPU8, image);
  const length = module.HEAPU8.length;
  const pointer: unknown = stackPointer.value;
  const tableLength = module.wasmTable.length;
  const values: unknown[] = [];
  for (;;) {
    // The table has no length that JavaScript can ask for; reading past it throws.
    try {
      values.push(module.__hiwire_get(values.length));
    } catch {
      break;
    }
  }
  return {
    ownBytes: own.length,
    restore() {
      const memory = module.HEAPU8;
      for (const run of runs) {
        if (run.from === 'zero') memory.fill(0, run.at, run.at + run.length);
        else {
          const bytes = run.from === 'image' ? image.data : own;
          memory.set(bytes.subarray(run.source, run.source + run.length), run.at);
        }
      }
      memory.fill(0, length);
      values.forEach((value, index) => module.__hiwire_set(index, value));
      stackPointer.value = pointer;
      if (module.wasmTable.length !== tableLength) throw new Error('The function table changed');
    },
    fingerprint() {
      const memory = module.HEAPU8;
      const numbers = new Int32Array(memory.buffer, 0, memory.length / 4);
      let hash = 0x811c9dc5;
      // Memory never shrinks: what has grown beyond the checkpoint counts only if not empty.
      for (let at = 0; at < numbers.length; at++) {
        const number = numbers[at] as number;
        if (number !== 0) hash = Math.imul(hash ^ number ^ Math.imul(at, 0x9e3779b1), 0x01000193);
      }
      return hash >>> 0;
    },
  };
}
