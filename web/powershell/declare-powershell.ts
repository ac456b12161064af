import { z } from 'zod';
import { Declared } from '../../shared/tool/declared.ts';
import type { Declare } from '../../shared/tool/declared.ts';

const Answer = z.union([
  z.object({ id: z.number(), declared: Declared }),
  z.object({ id: z.number(), error: z.string() }),
]);
type Answered = Awaited<ReturnType<Declare>>;

let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, (answer: Answered) => void>();

const start = (): Worker => {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<unknown>) => {
    const answer = Answer.parse(data);
    const settle = waiting.get(answer.id);
    waiting.delete(answer.id);
    settle?.('declared' in answer ? answer.declared : { unavailable: answer.error });
  };
  started.onerror = (event) => {
    // Asked for anew the next time.
    worker = undefined;
    const unavailable = event.message || 'Its reader did not start';
    for (const settle of waiting.values()) settle({ unavailable });
    waiting.clear();
  };
  return started;
};

/** Reads a PowerShell module in the browser. Never rejects. */
export const declarePowerShell: Declare = ({ file, source }) =>
  new Promise((settle) => {
    worker ??= start();
    const id = ++last;
    waiting.set(id, settle);
    worker.postMessage({ id, file, source });
  });
