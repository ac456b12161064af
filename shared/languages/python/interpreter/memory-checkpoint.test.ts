import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { PAGE } from './image-format.ts';
import { takeMemoryCheckpoint, type Equal } from './memory-checkpoint.ts';
import type { PyodideModule } from './pyodide-module.ts';

const WASM_PAGE = 64 * 1024;

/** The memory of an interpreter, with a table of values whose length JavaScript cannot read. */
function interpreter(pages: number) {
  const memory = new WebAssembly.Memory({ initial: pages });
  const values: unknown[] = ['first', undefined];
  const module = {
    get HEAPU8() {
      return new Uint8Array(memory.buffer);
    },
    wasmTable: { length: 3 },
    __hiwire_get: (index: number) => {
      if (index >= values.length) throw new RangeError('Past the end');
      return values[index];
    },
    __hiwire_set: (index: number, value: unknown) => (values[index] = value),
  };
  return { memory, values, module: module as unknown as PyodideModule };
}

const equals: [string, Equal | undefined][] = [
  ['JavaScript', undefined],
  ['the engine', (a, b) => Buffer.compare(a, b) === 0],
];

describe.each(equals)('a checkpoint with %s', (_, equal) => {
  // Extents that end within a block, with a gap between them.
  const extents = [
    { at: PAGE, length: 20 * PAGE },
    { at: 30 * PAGE, length: PAGE },
  ];
  const data = Uint8Array.from({ length: 21 * PAGE }, (_, at) => (at % 251) + 1);
  const stand = () => {
    const made = interpreter(4);
    const heap = made.module.HEAPU8;
    heap.set(data.subarray(0, 20 * PAGE), PAGE);
    heap.set(data.subarray(20 * PAGE), 30 * PAGE);
    // Changes of start-up: a page of the image, and an empty one.
    heap[5 * PAGE + 7] = 0;
    heap[40 * PAGE] = 9;
    const pointer = new WebAssembly.Global({ value: 'i32', mutable: true }, 1000);
    const checkpoint = takeMemoryCheckpoint(made.module, pointer, { extents, data }, equal);
    return { ...made, pointer, checkpoint, before: heap.slice() };
  };

  test('saves only the pages that start-up changed', () => {
    const { checkpoint } = stand();
    expect(checkpoint.ownBytes).toBe(2 * PAGE);
    expect(checkpoint.isPristine()).toBe(true);
  });

  test.each([0, 2 * PAGE, 5 * PAGE + 7, 25 * PAGE, 30 * PAGE, 40 * PAGE, 4 * WASM_PAGE - 1])(
    'a byte at %i is missed and put back',
    (at) => {
      const { module, checkpoint, before } = stand();
      const changed = ((module.HEAPU8[at] ?? 0) + 1) % 256;
      module.HEAPU8[at] = changed;
      expect(checkpoint.isPristine()).toBe(false);
      checkpoint.restore();
      expect(checkpoint.isPristine()).toBe(true);
      expect(Buffer.compare(module.HEAPU8, before)).toBe(0);
    },
  );

  test('empties new pages; restores the stack pointer and the values', () => {
    const { memory, module, values, pointer, checkpoint } = stand();
    memory.grow(1);
    module.HEAPU8[4 * WASM_PAGE + 5] = 1;
    values[0] = 'second';
    pointer.value = 2;
    expect(checkpoint.isPristine()).toBe(false);
    checkpoint.restore();
    expect(checkpoint.isPristine()).toBe(true);
    expect([values[0], pointer.value]).toEqual(['first', 1000]);
  });
});
