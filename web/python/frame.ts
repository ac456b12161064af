import type { FrameMessage } from './frame-message.ts';

// This page lies under a policy of its own that allows no connection; its workers inherit nothing
// from the workbench. It only starts and ends them, as the workbench asks.
let worker: Worker | undefined;

addEventListener('message', ({ data, origin, source }: MessageEvent<FrameMessage>) => {
  if (origin !== location.origin || source !== parent) return;
  worker?.terminate();
  worker = undefined;
  if (data.kind !== 'start') return;
  worker = new Worker(new URL('./python-worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage(data, [data.port, data.stdlib]);
});
parent.postMessage({ kind: 'lathe-frame-ready' }, location.origin);
