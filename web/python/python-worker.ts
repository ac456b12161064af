import createModule from 'pyodide/pyodide.asm.mjs';
import { createSandbox } from '../../shared/languages/python/interpreter/sandbox.ts';
import {
  reasonOf,
  serveCall,
  type Call,
} from '../../shared/languages/python/interpreter/serve-call.ts';
import { closeDoors } from './close-doors.ts';
import type { FrameMessage } from './frame-message.ts';

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
      port.postMessage({ kind, body });
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
