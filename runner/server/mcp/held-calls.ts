import type { ElicitResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { RunEvent } from '../../../shared/protocol/events.ts';
import type { Registered } from '../../../shared/registry/registry-view.ts';
import type { Definition } from '../../../shared/tool/definition.ts';
import type { Done } from '../../../shared/registry/tool.ts';
import type { Elicit, Elicitation } from './client-questions.ts';

const Answered = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .optional(),
});

/** Questions that a tool asks together come within this time. */
const GATHER_MS = 15;
/** How long a call that is over waits for whoever asks how it ended. */
const KEPT_MS = 5 * 60_000;

export type Ended = { done: Done | undefined };
export type Step = Ended | { asked: Record<string, Elicitation['params']> };
type Tell = (event: RunEvent) => void;
type Run = (parts: {
  tell: Tell;
  elicit: Elicit;
  signal: AbortSignal;
}) => Promise<Done | undefined>;

/** A call whose client comes back for its end: with answers to what it asks, or to see how far it is. */
export class HeldCall {
  readonly id = crypto.randomUUID();
  readonly tool: string;
  readonly definition: Definition;
  #round = 0;
  readonly #cancel = new AbortController();
  readonly #open = new Map<string, { params: Elicitation['params']; settle: Settle }>();
  readonly ended: Promise<Ended>;
  #end: Ended | undefined;
  #heard: (() => void)[] = [];
  /** Hears of the run while a request of the client is open. */
  tell: Tell = () => undefined;

  constructor({ definition }: Pick<Registered, 'definition'>, tool: string, run: Run) {
    this.tool = tool;
    this.definition = definition;
    const { signal } = this.#cancel;
    const tell: Tell = (event) => this.tell(event);
    this.ended = run({ tell, elicit: (asked, stop) => this.#ask(asked, stop), signal }).then(
      (done) => this.#over({ done }),
    );
  }

  /** What the client sends back with its answers; it is another one for each round. */
  get state(): string {
    return `${this.id}.${this.#round}`;
  }

  get asked(): Record<string, Elicitation['params']> {
    return Object.fromEntries([...this.#open].map(([key, { params }]) => [key, params]));
  }

  cancel(): void {
    this.#cancel.abort();
  }

  /** Takes the answers that fit a question; the others count for nothing. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, { settle }] of [...this.#open]) {
      const { data } = Answered.safeParse(responses[key]);
      if (data) settle(data as ElicitResult);
    }
  }

  /** Its end, or what it asks, whichever comes first. `gone` cancels it. */
  async next(gone: AbortSignal): Promise<Step> {
    this.#round += 1;
    const cancel = () => this.cancel();
    gone.addEventListener('abort', cancel, { once: true });
    if (gone.aborted) cancel();
    try {
      while (this.#end === undefined && this.#open.size === 0)
        await Promise.race([this.ended, new Promise<void>((hear) => this.#heard.push(hear))]);
      if (this.#end === undefined) await new Promise((gather) => setTimeout(gather, GATHER_MS));
      return this.#end ?? { asked: this.asked };
    } finally {
      gone.removeEventListener('abort', cancel);
      this.tell = () => undefined;
    }
  }

  #over(end: Ended): Ended {
    this.#end = end;
    return end;
  }

  #ask({ key, params }: Elicitation, signal: AbortSignal): Promise<ElicitResult | undefined> {
    let name = key;
    for (let number = 2; this.#open.has(name); number += 1) name = `${key}_${number}`;
    return new Promise((answered) => {
      const settle: Settle = (said) => {
        this.#open.delete(name);
        answered(said);
      };
      this.#open.set(name, { params, settle });
      signal.addEventListener('abort', () => settle(undefined), { once: true });
      if (signal.aborted) settle(undefined);
      for (const hear of this.#heard.splice(0)) hear();
    });
  }
}

type Settle = (said: ElicitResult | undefined) => void;

/** The calls of one caller that wait for it. An id is known to whoever was told it, and to nobody else. */
export class HeldCalls {
  #calls = new Map<string, HeldCall>();

  begin(one: Registered, tool: string, run: Run): HeldCall {
    const call = new HeldCall(one, tool, run);
    this.#calls.set(call.id, call);
    void call.ended.then(() => {
      const timer = setTimeout(() => this.drop(call), KEPT_MS);
      if (typeof timer === 'object') timer.unref();
    });
    return call;
  }

  /** The call that stands at this state. */
  find(state: string): HeldCall | undefined {
    const call = this.#calls.get(state.replace(/\.\d+$/, ''));
    return call?.state === state ? call : undefined;
  }

  drop({ id }: HeldCall): void {
    this.#calls.delete(id);
  }

  close(): void {
    for (const call of this.#calls.values()) call.cancel();
    this.#calls.clear();
  }
}
