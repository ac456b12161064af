import wasmUrl from 'pyodide/pyodide.asm.wasm?url';
import stdlibUrl from 'pyodide/python_stdlib.zip?url';
import { z } from 'zod';
import { readJson } from '../../../shared/tool/exact-number.ts';
import { patchMemory } from '../../../shared/languages/python/interpreter/image-format.ts';
import type {
  Answer,
  CallEvents,
  CallTarget,
} from '../../../shared/languages/python/interpreter/perform-call.ts';
import { Result, Running } from '../../../shared/languages/python/interpreter/sandbox-answer.ts';
import type { FrameMessage } from './frame.ts';
import { UNFETCHED } from './unfetched.ts';

const PAGES_256_MEGABYTES = 4096;

/** Our own Python, bundled as text: the very files that the runner uses. */
const guestTexts = import.meta.glob<string>('../../../shared/languages/python/guest/*.py', {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface PythonAssets {
  wasm: WebAssembly.Module;
  stdlib: ArrayBuffer;
  guest: Map<string, Uint8Array>;
}

const PATH = '/sandbox/index.html';

/** From the worker: how it stands, and what a call does. Parsed, because Python is beside it. */
const parsed = (text: unknown) => readJson(String(text));

const WorkerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('dead'), reason: z.string() }),
  z.object({
    kind: z.literal('output'),
    stream: z.enum(['stdout', 'stderr']),
    bytes: z.instanceof(Uint8Array),
  }),
  z.object({ kind: z.literal('running'), body: z.preprocess(parsed, Running) }),
  z.object({ kind: z.literal('result'), body: z.preprocess(parsed, Result) }),
  /** The state is as it was before the call. */
  z.object({ kind: z.literal('idle') }),
]);
type WorkerMessage = z.infer<typeof WorkerMessage>;

export interface PythonWorker extends CallTarget {
  /** After a call: whether its state was put back. */
  idle(): Promise<boolean>;
}

let opened = 0;
/** Told where a worker's program could not be fetched: nothing else would come from it. */
const failures = new Map<number, () => void>();
let frame: ReturnType<typeof openPythonFrame> | undefined;
let assets: ReturnType<typeof loadPythonAssets> | undefined;

async function open(): Promise<PythonWorker | { error: string }> {
  const [post, { wasm, stdlib, guest }] = await Promise.all([
    (frame ??= openPythonFrame((id) => failures.get(id)?.())),
    (assets ??= loadPythonAssets()),
  ]);
  const id = ++opened;
  const { port1: ours, port2: port } = new MessageChannel();
  let events: CallEvents | undefined;
  const waiting: ((message: WorkerMessage) => void)[] = [];
  const early: WorkerMessage[] = [];
  const arrive = (message: WorkerMessage): void => {
    const taker = waiting.shift();
    if (taker === undefined) early.push(message);
    else taker(message);
  };
  const next = (): Promise<WorkerMessage> => {
    const message = early.shift();
    return message === undefined
      ? new Promise((settle) => waiting.push(settle))
      : Promise.resolve(message);
  };
  ours.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { data: message } = WorkerMessage.safeParse(data);
    if (message === undefined) return;
    if (message.kind === 'output') events?.onOutput(message.stream, message.bytes);
    else if (message.kind === 'running') events?.onRunning(() => message.body.filled);
    else arrive(message);
  };
  failures.set(id, () => arrive({ kind: 'dead', reason: UNFETCHED }));
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // The frame hands the library on and loses it, so each worker gets a copy.
  post({ kind: 'start', id, port, wasm, stdlib: stdlib.slice(0), guest, timeZone });
  const first = await next();
  if (first.kind !== 'ready') {
    return { error: first.kind === 'dead' ? first.reason : 'Python did not start' };
  }
  return {
    async call(request, listener): Promise<Answer> {
      events = listener;
      ours.postMessage(request);
      const message = await next();
      events = undefined;
      if (message.kind === 'result') return { result: message.body };
      return { died: message.kind === 'dead' ? message.reason : 'Python gave no answer' };
    },
    idle: async () => (await next()).kind === 'idle',
    kill() {
      post({ kind: 'end', id });
      failures.delete(id);
      arrive({ kind: 'dead', reason: 'Python was ended' });
    },
  };
}

/** Starts Python in this page; says why where it cannot. */
export async function openWorker(): Promise<PythonWorker | { error: string }> {
  try {
    return await open();
  } catch (cause) {
    // Asked for anew the next time.
    frame = undefined;
    assets = undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { error: `Python cannot run in this page: ${reason}` };
  }
}

/**
 * The hidden frame in which workers live that cannot use this page's session. `failed` hears of a worker
 * whose program could not be fetched or begun.
 */
function openPythonFrame(failed: (id: number) => void): Promise<(message: FrameMessage) => void> {
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

async function bytesOf(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`"${url}" answered ${answer.status}`);
  return answer.arrayBuffer();
}

/** What a worker needs: it may fetch nothing itself. */
async function loadPythonAssets(): Promise<PythonAssets> {
  const [original, stdlib] = await Promise.all([bytesOf(wasmUrl), bytesOf(stdlibUrl)]);
  const limited = patchMemory(new Uint8Array(original), { maximum: PAGES_256_MEGABYTES });
  const encoder = new TextEncoder();
  const guest = Object.entries(guestTexts).map(([path, text]): [string, Uint8Array] => {
    return [path.slice(path.lastIndexOf('/') + 1), encoder.encode(text)];
  });
  return { wasm: await WebAssembly.compile(limited.slice()), stdlib, guest: new Map(guest) };
}
