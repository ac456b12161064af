import type { FrameMessage } from './frame-message.ts';

const PATH = '/sandbox/index.html';

/**
 * The hidden frame in which workers live that cannot use this page's session. `failed` hears of a worker
 * whose program could not be fetched or begun.
 */
export function openPythonFrame(
  failed: (id: number) => void,
): Promise<(message: FrameMessage) => void> {
  return new Promise((settle, fail) => {
    const frame = document.createElement('iframe');
    frame.src = PATH;
    frame.hidden = true;
    frame.title = 'Python';
    const answer = ({ source, origin, data }: MessageEvent<unknown>): void => {
      const view = frame.contentWindow;
      if (view === null || source !== view || origin !== location.origin) return;
      if (typeof data !== 'object' || data === null || !('kind' in data)) return;
      if (data.kind === 'lathe-worker-failed' && 'id' in data) failed(Number(data.id));
      if (data.kind !== 'lathe-frame-ready') return;
      settle((message) => {
        const transfer = message.kind === 'start' ? [message.port, message.stdlib] : [];
        view.postMessage(message, location.origin, transfer);
      });
    };
    addEventListener('message', answer);
    frame.addEventListener('error', () => fail(new Error(`"${PATH}" could not be opened`)));
    document.body.append(frame);
  });
}
