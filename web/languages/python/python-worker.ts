import createModule from 'pyodide/pyodide.asm.mjs';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import { createSandbox } from '../../../shared/languages/python/interpreter/sandbox.ts';
import { reasonOf, serveCall } from '../../../shared/languages/python/interpreter/serve-call.ts';
import type { Call } from '../../../shared/languages/python/interpreter/serve-call.ts';
import type { FrameMessage } from './frame.ts';

// What a worker could use to reach the page's origin. The policy refuses connections already;
// stores and channels it does not know.
const DOORS = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'BroadcastChannel',
  'indexedDB',
  'caches',
  'cookieStore',
  'importScripts',
  'Worker',
  'SharedWorker',
  'RTCPeerConnection',
];

type Start = Extract<FrameMessage, { kind: 'start' }>;

const never = new Int32Array(new SharedArrayBuffer(4));

async function serve({ port, wasm, stdlib, guest, timeZone }: Start): Promise<void> {
  closeDoors();
  const sandbox = await createSandbox({
    createModule,
    wasm,
    stdlib: new Uint8Array(stdlib),
    from: { guest },
    engine: 'browser',
    env: { TZ: timeZone },
    wheels: new Map(),
    pause: (ms) => void Atomics.wait(never, 0, 0, ms),
    send: (piece) => port.postMessage({ kind: 'output', ...piece }),
  });
  port.onmessage = ({ data }: MessageEvent<Call>) => {
    const usable = serveCall(sandbox, data, (kind, body, printed) => {
      if (printed !== undefined) port.postMessage({ kind: 'output', ...printed });
      // A message loses what an exact number is; its text does not.
      port.postMessage({ kind, body: writeJson(body) });
    });
    if (!usable) {
      port.postMessage({ kind: 'dead', reason: 'The sandbox is not used again' });
      return;
    }
    sandbox.reset();
    port.postMessage({ kind: 'idle' });
  };
  port.postMessage({ kind: 'ready' });
}

addEventListener(
  'message',
  ({ data }: MessageEvent<Start>) => {
    serve(data).catch((error: unknown) => {
      data.port.postMessage({ kind: 'dead', reason: reasonOf(error) });
    });
  },
  { once: true },
);

/** Takes from this worker what only a way out needs. Called before any Python is loaded. */
function closeDoors(): void {
  for (let holder: object | null = globalThis; holder !== null;) {
    for (const name of DOORS) {
      if (!Object.hasOwn(holder, name)) continue;
      Object.defineProperty(holder, name, { value: undefined, writable: false });
    }
    holder = Object.getPrototypeOf(holder) as object | null;
  }
  Object.defineProperty(globalThis, 'navigator', { value: undefined, writable: false });
}
