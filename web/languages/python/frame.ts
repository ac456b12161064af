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

// This page lies under a policy of its own that allows no connection; its workers inherit nothing
// from the workbench. It only starts and ends them, as the workbench asks.
const workers = new Map<number, Worker>();

addEventListener('message', ({ data, origin, source }: MessageEvent<FrameMessage>) => {
  if (origin !== location.origin || source !== parent) return;
  workers.get(data.id)?.terminate();
  workers.delete(data.id);
  if (data.kind !== 'start') return;
  const worker = new Worker(new URL('./python-worker.ts', import.meta.url), { type: 'module' });
  workers.set(data.id, worker);
  worker.addEventListener('error', () =>
    parent.postMessage({ kind: 'lathe-worker-failed', id: data.id }, location.origin),
  );
  worker.postMessage(data, [data.port, data.stdlib]);
});
parent.postMessage({ kind: 'lathe-frame-ready' }, location.origin);
