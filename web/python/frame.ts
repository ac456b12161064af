import type { FrameMessage } from './frame-message.ts';

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
