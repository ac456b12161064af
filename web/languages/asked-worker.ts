import { z } from 'zod';

const Numbered = z.looseObject({ id: z.number() });
const Failed = z.object({ error: z.string() });

/**
 * A worker that answers questions by their number: `{id, ...}` or `{id, error}`. It is opened at the
 * first question, and anew after it broke.
 */
export class AskedWorker<Answer> {
  #open: () => Worker;
  #answer: z.ZodType<Answer>;
  #worker: Worker | undefined;
  #last = 0;
  #waiting = new Map<number, (answer: Answer | z.infer<typeof Failed>) => void>();

  constructor(open: () => Worker, answer: z.ZodType<Answer>) {
    this.#open = open;
    this.#answer = answer;
  }

  /** Never rejects. */
  ask(question: object): Promise<Answer | { error: string }> {
    return new Promise((settle) => {
      const worker = (this.#worker ??= this.#start());
      const id = ++this.#last;
      this.#waiting.set(id, settle);
      worker.postMessage({ id, ...question });
    });
  }

  #start(): Worker {
    const started = this.#open();
    started.onmessage = ({ data }: MessageEvent<unknown>) => {
      const { id, ...said } = Numbered.parse(data);
      this.#waiting.get(id)?.(z.union([this.#answer, Failed]).parse(said));
      this.#waiting.delete(id);
    };
    started.onerror = (event) => {
      // Asked for anew the next time.
      this.#worker = undefined;
      const error = event.message || 'It did not start';
      for (const settle of this.#waiting.values()) settle({ error });
      this.#waiting.clear();
    };
    return started;
  }
}
