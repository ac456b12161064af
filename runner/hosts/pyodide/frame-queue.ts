import type { Frame } from './frames.ts';

/** Frames in the order of their arrival, for one reader that waits. */
export interface FrameQueue {
  add(frame: Frame): void;
  /** Nothing more will come. */
  close(): void;
  /** Undefined once it is closed and empty. */
  next(): Promise<Frame | undefined>;
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
