/** From the page to the frame: start the worker of this number with these, or end it. */
export type FrameMessage =
  | {
      kind: 'start';
      id: number;
      /** The worker's other end. */
      port: MessagePort;
      wasm: WebAssembly.Module;
      stdlib: ArrayBuffer;
      /** Our own Python by file name. */
      guest: Map<string, Uint8Array>;
      timeZone: string;
    }
  | { kind: 'end'; id: number };
