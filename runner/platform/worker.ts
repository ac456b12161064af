import { parentPort, Worker } from 'node:worker_threads';

/** Megabytes that what a worker holds may take; more ends the worker and nothing else. */
const MOST_MEGABYTES = 768;

/** A thread of this process beside the event loop. What goes in and comes out is copied. */
export interface Thread {
  post(message: unknown): void;
  /** Ends it in the middle of whatever it does. */
  end(): Promise<void>;
}

export interface ThreadEvents {
  said(message: unknown): void;
  /** It ended by itself, or could not begin. */
  broke(reason: string): void;
}

const tsx = new URL('../../node_modules/tsx/dist/esm/api/index.mjs', import.meta.url).href;

/** Deno reads TypeScript itself, as the bundle needs no loader; in a thread of Node nothing is left of the process's. */
const begin = (file: URL): Worker => {
  const resourceLimits = { maxOldGenerationSizeMb: MOST_MEGABYTES };
  if ('Deno' in globalThis || file.pathname.endsWith('.js'))
    return new Worker(file, { resourceLimits });
  const [loader, main] = [tsx, file.href].map((one) => JSON.stringify(one));
  const code = `import(${loader}).then(({ register }) => (register(), import(${main})))`;
  return new Worker(code, { eval: true, execArgv: [], resourceLimits });
};

/** Starts one of the project's own files in a thread. It does not keep the process alive. */
export function startThread(file: URL, { said, broke }: ThreadEvents): Thread {
  const worker = begin(file);
  let isEnded = false;
  const leave = (reason: string) => {
    if (!isEnded) broke(reason);
    isEnded = true;
  };
  worker.on('message', said);
  worker.on('error', (error: unknown) =>
    leave(error instanceof Error ? error.message : `${error}`),
  );
  worker.on('exit', (code) => leave(`It ended with status ${code}`));
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    async end() {
      isEnded = true;
      await worker.terminate();
    },
  };
}

/** Inside a thread: says `ready`, then answers each message with what `work` makes of it. */
export function serveThread(work: (message: unknown) => Promise<unknown>): void {
  parentPort?.on('message', (message) => {
    void work(message).then((answer) => parentPort?.postMessage(answer));
  });
  parentPort?.postMessage('ready');
}
