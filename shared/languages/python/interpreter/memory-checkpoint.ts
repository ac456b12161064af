import { type Image, PAGE } from './image-format.ts';
import type { PyodideModule } from './pyodide-module.ts';

/** Whether two pieces of memory of the same length hold the same bytes. */
export type Equal = (a: Uint8Array, b: Uint8Array) => boolean;

type Run = { at: number; length: number } & (
  { from: 'zero' } | { from: 'image' | 'own'; source: number }
);

export interface MemoryCheckpoint {
  /** The number of bytes that differ from the image: those that start-up changed. */
  ownBytes: number;
  restore(): void;
  /** Whether every byte has its saved value. */
  isPristine(): boolean;
}

/** Without an image, every page is saved here. */
const NO_IMAGE = { extents: [], data: new Uint8Array(0) };

const WORD = 4;
/** The number of bytes that are compared at once; a block that differs is compared page by page. */
const BLOCK = 16 * PAGE;
const EMPTY = new Uint8Array(BLOCK);

// There would be half as many 64-bit words, but each is an object in JavaScript.
const words = (bytes: Uint8Array): Int32Array =>
  new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / WORD);

const equalWords: Equal = (a, b) => {
  const [one, other] = [words(a), words(b)];
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
};

function findRuns(
  memory: Uint8Array,
  image: Pick<Image, 'extents' | 'data'>,
  equal: Equal,
): { runs: Run[]; own: Uint8Array } {
  const runs: Run[] = [];
  const ownPages: number[] = [];
  const add = (run: Run): void => {
    const last = runs.at(-1);
    const goesOn =
      last?.from === run.from &&
      last.at + last.length === run.at &&
      (last.from === 'zero' || run.from === 'zero' || last.source + last.length === run.source);
    if (last !== undefined && goesOn) last.length += run.length;
    else runs.push(run);
  };
  /**
   * `source`: the offset of these bytes in the image; undefined if the image lacks them, because they were
   * zero.
   */
  const compare = (at: number, length: number, source: number | undefined): void => {
    const before =
      source === undefined
        ? EMPTY.subarray(0, length)
        : image.data.subarray(source, source + length);
    if (equal(memory.subarray(at, at + length), before)) {
      add(
        source === undefined ? { from: 'zero', at, length } : { from: 'image', at, length, source },
      );
    } else if (length > PAGE) {
      const half = Math.ceil(length / PAGE / 2) * PAGE;
      compare(at, half, source);
      compare(at + half, length - half, source === undefined ? source : source + half);
    } else {
      add({ from: 'own', at, length, source: ownPages.length * PAGE });
      ownPages.push(at);
    }
  };
  let at = 0;
  const compareUpTo = (end: number, source?: number): void => {
    for (const start = at; at < end; at += BLOCK) {
      compare(at, Math.min(BLOCK, end - at), source === undefined ? source : source + at - start);
    }
    at = end;
  };
  let source = 0;
  for (const extent of image.extents) {
    compareUpTo(extent.at);
    compareUpTo(extent.at + extent.length, source);
    source += extent.length;
  }
  compareUpTo(memory.length);
  const own = new Uint8Array(ownPages.length * PAGE);
  ownPages.forEach((page, index) => own.set(memory.subarray(page, page + PAGE), index * PAGE));
  return { runs, own };
}

/**
 * Saves everything that WebAssembly can change: the memory, the stack pointer and the table of JavaScript
 * values. The function table cannot change after the gate is locked. `equal` is the comparison of the engine;
 * without it everything is written back, which is faster than comparing in JavaScript.
 */
export function takeMemoryCheckpoint(
  module: PyodideModule,
  stackPointer: WebAssembly.Global,
  image: Pick<Image, 'extents' | 'data'> = NO_IMAGE,
  equal?: Equal,
): MemoryCheckpoint {
  const { runs, own } = findRuns(module.HEAPU8, image, equal ?? equalWords);
  const length = module.HEAPU8.length;
  const pointer: unknown = stackPointer.value;
  const tableLength = module.wasmTable.length;
  const values: unknown[] = [];
  for (;;) {
    // JavaScript cannot read the length of the table; reading past its end throws.
    try {
      values.push(module.__hiwire_get(values.length));
    } catch {
      break;
    }
  }
  /** Calls `visit` with the current and the saved bytes of every block until it returns false. */
  const eachBlock = (visit: Equal): boolean => {
    const memory = module.HEAPU8;
    // Memory never shrinks. Pages beyond the checkpoint are new and must become empty.
    const grown: Run = { from: 'zero', at: length, length: memory.length - length };
    return [...runs, grown].every((run) => {
      for (let at = 0; at < run.length; at += BLOCK) {
        const size = Math.min(BLOCK, run.length - at);
        const live = memory.subarray(run.at + at, run.at + at + size);
        if (!visit(live, keptOf(run, at, size))) return false;
      }
      return true;
    });
  };
  const keptOf = (run: Run, at: number, size: number): Uint8Array => {
    if (run.from === 'zero') return EMPTY.subarray(0, size);
    const bytes = run.from === 'image' ? image.data : own;
    return bytes.subarray(run.source + at, run.source + at + size);
  };
  return {
    ownBytes: own.length,
    restore() {
      eachBlock((live, kept) => {
        // Most blocks are unchanged, and a page that was never written takes no memory.
        if (equal === undefined || !equal(live, kept)) live.set(kept);
        return true;
      });
      values.forEach((value, index) => module.__hiwire_set(index, value));
      stackPointer.value = pointer;
      if (module.wasmTable.length !== tableLength) throw new Error('The function table changed');
    },
    isPristine: () => eachBlock(equal ?? equalWords),
  };
}
