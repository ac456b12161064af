import type { RunEvent, RunQuestion } from '../../shared/protocol/events.ts';
import type { QuestionAnswer } from '../../shared/protocol/runs.ts';
import type { Json } from '../../shared/tool/json.ts';

interface Pending {
  runId: string;
  settle(value: Json | undefined): void;
}

/** Questions of running tools to the person. Tools continue without an answer. */
export class Questions {
  #pending = new Map<string, Pending>();
  #waitMs: () => number;

  constructor(waitMs: () => number) {
    this.#waitMs = waitMs;
  }

  /** Asks in the page that watches the run. Aborting `signal` withdraws the question. */
  ask(
    about: { runId: string; tool: string; ask: RunQuestion['ask'] },
    tell: (event: RunEvent) => void,
    signal: AbortSignal,
  ): Promise<Json | undefined> {
    const id = crypto.randomUUID();
    const waitMs = this.#waitMs();
    tell({ type: 'question', question: { id, ...about, expiresAt: Date.now() + waitMs } });
    if (about.ask.kind === 'notify') return Promise.resolve(undefined);
    return new Promise((answer) => {
      const settle = (value: Json | undefined) => {
        if (!this.#pending.delete(id)) return;
        clearTimeout(timer);
        answer(value);
      };
      const timer = setTimeout(() => settle(undefined), waitMs);
      this.#pending.set(id, { runId: about.runId, settle });
      signal.addEventListener('abort', () => settle(undefined), { once: true });
      if (signal.aborted) settle(undefined);
    });
  }

  /** Whether the question is still open. */
  waits(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Answers an open question of the run; false if there is none. Each is answered once. */
  answer(runId: string, { id, value }: QuestionAnswer): boolean {
    const pending = this.#pending.get(id);
    if (pending?.runId !== runId) return false;
    pending.settle(value);
    return true;
  }
}
