import { parentPort, Worker } from 'node:worker_threads';

/** The memory limit of a worker in megabytes; exceeding it ends only the worker. */
const MOST_MEGABYTES = 768;

/** A thread of this process. Messages are copied. */
export interface Thread {
  post(message: unknown): void;
  /** Ends the thread, even in the middle of its work. */
  end(): Promise<void>;
}

export interface ThreadEvents {
  said(message: unknown): void;
  /** The thread ended unexpectedly or could not start. */
  broke(reason: string): void;
}

const tsx = new URL('../../node_modules/tsx/dist/esm/api/index.mjs', import.meta.url).href;

/**
 * Creates a worker. Deno reads TypeScript and the bundle needs no loader, but a thread of Node does not inherit
 * the loader of its process.
 */
const begin = (file: URL): Worker => {
  const resourceLimits = { maxOldGenerationSizeMb: MOST_MEGABYTES };
  if ('Deno' in globalThis || file.pathname.endsWith('.js'))
    return new Worker(file, { resourceLimits });
  const [loader, main] = [tsx, file.href].map((one) => JSON.stringify(one));
  const code = `import(${loader}).then(({ register }) => (register(), import(${main})))`;
  return new Worker(code, { eval: true, execArgv: [], resourceLimits });
};

/** Starts a file of the project in a thread, which does not keep the process alive. */
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

/** Inside a thread: posts `ready`, then answers each message with the result of `work`. */
export function serveThread(work: (message: unknown) => Promise<unknown>): void {
  parentPort?.on('message', (message) => {
    void work(message).then((answer) => parentPort?.postMessage(answer));
  });
  parentPort?.postMessage('ready');
}
