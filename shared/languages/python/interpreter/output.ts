/** Output is sent when this many bytes wait, or when this much time has passed since the last sending. */
const BATCH_BYTES = 64 * 1024;
const BATCH_MS = 25;

export type Stream = 'stdout' | 'stderr';

export interface Piece {
  stream: Stream;
  bytes: Uint8Array;
}

/** The output of Python in order, in few pieces, up to a limit; the rest is only counted. */
export interface Output {
  begin(capBytes: number): void;
  write(stream: Stream, bytes: Uint8Array): void;
  /** Sends the output that has waited long enough. */
  breathe(): void;
  flush(): void;
  /** Returns the unsent output, which the caller then sends. */
  take(): Piece | undefined;
  droppedBytes(): number;
}

export function createOutput(send: (piece: Piece) => void): Output {
  const batch = new Uint8Array(BATCH_BYTES);
  let waiting = 0;
  let stream: Stream = 'stdout';
  let sentAt = 0;
  let left = 0;
  let dropped = 0;

  const take = (): Piece | undefined => {
    const bytes = batch.slice(0, waiting);
    waiting = 0;
    sentAt = performance.now();
    return bytes.length === 0 ? undefined : { stream, bytes };
  };
  const flush = (): void => {
    const piece = take();
    if (piece !== undefined) send(piece);
  };
  const breathe = (): void => {
    if (waiting > 0 && performance.now() - sentAt > BATCH_MS) flush();
  };
  return {
    begin(capBytes) {
      waiting = 0;
      // The output of a short call travels in one piece, at its end.
      sentAt = performance.now();
      left = capBytes;
      dropped = 0;
    },
    write(next, bytes) {
      const kept = bytes.subarray(0, left);
      left -= kept.length;
      dropped += bytes.length - kept.length;
      if (next !== stream) flush();
      stream = next;
      for (let at = 0; at < kept.length;) {
        const piece = kept.subarray(at, at + BATCH_BYTES - waiting);
        batch.set(piece, waiting);
        waiting += piece.length;
        at += piece.length;
        if (waiting === BATCH_BYTES) flush();
      }
      breathe();
    },
    breathe,
    flush,
    take,
    droppedBytes: () => dropped,
  };
}
