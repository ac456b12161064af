import { z } from 'zod';

const decision = z.enum(['allow', 'ask', 'deny']);

/** What the classifier says of one command, part by part. */
export const Judged = z.object({
  decision,
  reasons: z.array(z.string()),
  segments: z.array(z.object({ text: z.string(), decision, rule: z.string(), reason: z.string() })),
});
export type Judged = z.infer<typeof Judged>;

const Answer = z.union([
  z.object({ id: z.number(), verdicts: z.array(Judged) }),
  z.object({ id: z.number(), error: z.string() }),
]);
export type Judgements = { verdicts: Judged[] } | { error: string };

interface Asking {
  /** Variables that they are started with; with them there are no others. */
  environment?: Readonly<Record<string, string>>;
}

let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, (answer: Judgements) => void>();

const start = (): Worker => {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<unknown>) => {
    const answer = Answer.parse(data);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  started.onerror = (event) => {
    // Asked for anew the next time.
    worker = undefined;
    for (const settle of waiting.values()) settle({ error: event.message || 'It did not start' });
    waiting.clear();
  };
  return started;
};

/** Judges shell commands as the runner would; nothing of them runs. Never rejects. */
export const judgeCommands = (
  commands: readonly string[],
  { environment }: Asking = {},
): Promise<Judgements> =>
  new Promise((settle) => {
    worker ??= start();
    const id = ++last;
    waiting.set(id, settle);
    const closed = environment !== undefined;
    worker.postMessage({ id, commands, environment: environment ?? {}, closed });
  });
