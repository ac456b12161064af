import { Buffer } from 'node:buffer';
import type * as Files from 'node:fs';

interface DenoPipes {
  args: string[];
  stdin: { readSync(into: Uint8Array): number | null };
  stdout: { writeSync(bytes: Uint8Array): number };
  readFileSync(path: string | URL): Uint8Array<ArrayBuffer>;
  exit(code: number): never;
}
const deno = (globalThis as { Deno?: DenoPipes }).Deno;
// Deno would spend a tenth of its start on this module, and its own functions suffice.
const fs = deno === undefined ? await import('node:fs') : (undefined as unknown as typeof Files);

export const engine = deno === undefined ? 'node' : 'deno';
export const args: string[] = deno?.args ?? process.argv.slice(2);

export function exit(code: number): never {
  return deno === undefined ? process.exit(code) : deno.exit(code);
}

export function readFile(path: string | URL): Uint8Array<ArrayBuffer> {
  if (deno !== undefined) return deno.readFileSync(path);
  const { buffer, byteOffset, length } = fs.readFileSync(path);
  return new Uint8Array(buffer, byteOffset, length);
}

export const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const never = new Int32Array(new SharedArrayBuffer(4));

/** Blocks without using the processor: nothing else in this process has work meanwhile. */
export function pause(ms: number): void {
  Atomics.wait(never, 0, 0, ms);
}

const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EAGAIN';

/** Writes everything, waiting for a slow reader. */
export function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    try {
      const rest = bytes.subarray(at);
      at += deno === undefined ? fs.writeSync(1, rest) : deno.stdout.writeSync(rest);
    } catch (error) {
      if (!isBusy(error)) throw error;
      pause(1);
    }
  }
}

/** Reads exactly `length` bytes; ends the process if the other side is gone. */
export function read(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    try {
      const rest = bytes.subarray(at);
      const got = deno === undefined ? fs.readSync(0, rest) : deno.stdin.readSync(rest);
      if (got === null || got === 0) exit(0);
      at += got;
    } catch (error) {
      if (!isBusy(error)) throw error;
      pause(1);
    }
  }
  return bytes;
}
