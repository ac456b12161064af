import { z } from 'zod';
import type { Shell } from './shell.ts';

/** The worker of each shell. Its grammar is fetched when it is asked for the first time. */
const shells: Readonly<Record<Shell, () => Worker>> = {
  bash: () => new Worker(new URL('./bash-worker.ts', import.meta.url), { type: 'module' }),
  powershell: () =>
    new Worker(new URL('./powershell-worker.ts', import.meta.url), { type: 'module' }),
};

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
  /** Whose commands they are; bash's, if nothing is said. */
  shell?: Shell;
  /** Variables that they are started with; with them there are no others. */
  environment?: Readonly<Record<string, string>>;
}

interface Started {
  worker: Worker;
  waiting: Map<number, (answer: Judgements) => void>;
}
const running = new Map<Shell, Started>();
let last = 0;

const start = (shell: Shell): Started => {
  const started = shells[shell]();
  const waiting: Started['waiting'] = new Map();
  started.onmessage = ({ data }: MessageEvent<unknown>) => {
    const answer = Answer.parse(data);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  started.onerror = (event) => {
    // Asked for anew the next time.
    running.delete(shell);
    for (const settle of waiting.values()) settle({ error: event.message || 'It did not start' });
    waiting.clear();
  };
  const now = { worker: started, waiting };
  running.set(shell, now);
  return now;
};

/** Judges shell commands as the runner would; nothing of them runs. Never rejects. */
export const judgeCommands = (
  commands: readonly string[],
  { shell = 'bash', environment }: Asking = {},
): Promise<Judgements> =>
  new Promise((settle) => {
    const { worker, waiting } = running.get(shell) ?? start(shell);
    const id = ++last;
    waiting.set(id, settle);
    const closed = environment !== undefined;
    worker.postMessage({ id, commands, environment: environment ?? {}, closed });
  });
