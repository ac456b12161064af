import { readJson, writeJson } from '../../../shared/tool/exact-number.ts';
import type { z } from 'zod';

/** Frames in order of arrival, for one reader. */
interface FrameQueue {
  add(frame: Frame): void;
  /** Ends the queue. */
  close(): void;
  /** Returns undefined once it is closed and empty. */
  next(): Promise<Frame | undefined>;
}

/**
 * The wire format between the runner and a sandbox: one byte of kind, four bytes of length (big endian), then that
 * many bytes. Only the program around the interpreter has the pipe, so printed text cannot start a frame: it can
 * only fill one of kind `stdout` or `stderr`.
 */
export const FRAME = {
  /** To the sandbox, JSON: a call. */
  call: 1,
  /** To the builder or a sandbox, JSON: how to start. */
  start: 2,
  /** JSON: the sandbox is sealed and waits. */
  ready: 16,
  /** JSON: the author's first line is about to run. */
  running: 17,
  stdout: 18,
  stderr: 19,
  /** JSON: the outcome of the call. */
  result: 20,
  /** JSON: the state is that of before the call. */
  idle: 21,
  /** JSON: the sandbox cannot continue. */
  dead: 22,
  /** JSON: the progress of a build. */
  progress: 23,
  /** A built file: its name, a zero byte, its bytes. */
  file: 24,
  done: 25,
  /** JSON: the result of an attempt to break out. */
  proof: 26,
} as const;

const HEAD = 5;
/** No frame is larger than a snapshot. */
const LARGEST = 256 * 1024 * 1024;

export interface Frame {
  kind: number;
  body: Uint8Array;
}

export function encodeFrame(kind: number, body: Uint8Array): Uint8Array {
  const frame = new Uint8Array(HEAD + body.length);
  frame[0] = kind;
  new DataView(frame.buffer).setUint32(1, body.length);
  frame.set(body, HEAD);
  return frame;
}

export function encodeJson(kind: number, value: unknown): Uint8Array {
  return encodeFrame(kind, new TextEncoder().encode(writeJson(value)));
}

/**
 * Returns a function that assembles frames from pieces of any size; it returns false once the stream is invalid.
 */
export function frameReader(take: (frame: Frame) => void): (piece: Uint8Array) => boolean {
  const pieces: Uint8Array[] = [];
  let held = 0;
  const join = (): Uint8Array => {
    if (pieces.length === 1) return pieces[0] as Uint8Array;
    const joined = new Uint8Array(held);
    let at = 0;
    for (const piece of pieces.splice(0)) {
      joined.set(piece, at);
      at += piece.length;
    }
    pieces.push(joined);
    return joined;
  };
  let needed = HEAD;
  return (piece) => {
    pieces.push(piece);
    held += piece.length;
    while (held >= needed) {
      const bytes = join();
      const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(1);
      if (length > LARGEST) return false;
      needed = HEAD + length;
      if (held < needed) break;
      const rest = bytes.subarray(needed);
      pieces[0] = rest;
      held = rest.length;
      take({ kind: bytes[0] as number, body: bytes.subarray(HEAD, needed) });
      needed = HEAD;
    }
    return true;
  };
}

/** Parses a frame's JSON with `schema`; undefined if it is invalid, because a sandbox is never trusted. */
export function parseFrame<T>(schema: z.ZodType<T>, frame: Frame): T | undefined {
  try {
    const body: unknown = readJson(new TextDecoder().decode(frame.body));
    return schema.safeParse(body).data;
  } catch {
    return undefined;
  }
}

export function createFrameQueue(): FrameQueue {
  const frames: Frame[] = [];
  let closed = false;
  let wake: () => void = () => undefined;
  return {
    add(frame) {
      frames.push(frame);
      wake();
    },
    close() {
      closed = true;
      wake();
    },
    async next() {
      while (frames.length === 0 && !closed) {
        await new Promise<void>((settle) => (wake = settle));
      }
      return frames.shift();
    },
  };
}
