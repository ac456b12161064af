import type { ElicitResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { RunEvent } from '../../../shared/protocol/events.ts';
import type { Registered } from '../../../shared/registry/registry-view.ts';
import type { Definition } from '../../../shared/tool/definition.ts';
import type { Done } from '../../../shared/registry/tool.ts';
import type { Elicit, Elicitation } from './client-questions.ts';
import { progressOf } from './tell-client.ts';

const Answered = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .optional(),
});

/** The time window in which questions are sent together. */
const GATHER_MS = 15;

export type Ended = { done: Done | undefined };
export type Step = Ended | { asked: Record<string, Elicitation['params']> };
type Tell = (event: RunEvent) => void;
export type Run = (parts: {
  tell: Tell;
  elicit: Elicit;
  signal: AbortSignal;
  /** Called when the run starts or stops to wait for a person. */
  waits: (isWaiting: boolean) => void;
}) => Promise<Done | undefined>;

/** A call whose client returns for its end: with answers to its questions, or to poll. */
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
  /** All used keys of questions, so that a task never reuses one. */
  #names = new Set<string>();
  isTask = false;
  /** The id of its run in the history, once it has started. */
  runId: string | undefined;
  /** What it waits for, as a line of text; undefined while it works. */
  news: string | undefined;
  /** When it last started or stopped to wait, in milliseconds since 1970. */
  changedAt = Date.now();
  /** Called with events of the run while a request of the client is open. */
  tell: Tell = () => undefined;

  constructor({ definition }: Pick<Registered, 'definition'>, tool: string, run: Run) {
    this.tool = tool;
    this.definition = definition;
    const { signal } = this.#cancel;
    const tell: Tell = (event) => {
      this.#hear(event);
      this.tell(event);
    };
    const waits = (isWaiting: boolean) => !isWaiting && this.#isNews(undefined);
    const elicit: Elicit = (asked, stop) => this.#ask(asked, stop);
    this.ended = run({ tell, elicit, signal, waits }).then((done) => this.#over({ done }));
  }

  /** The state that the client sends back with its answers; it changes each round. */
  get state(): string {
    return `${this.id}.${this.#round}`;
  }

  get asked(): Record<string, Elicitation['params']> {
    return Object.fromEntries([...this.#open].map(([key, { params }]) => [key, params]));
  }

  cancel(): void {
    this.#cancel.abort();
  }

  /** Takes the answers that match a question; others have no effect. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, { settle }] of [...this.#open]) {
      const { data } = Answered.safeParse(responses[key]);
      if (data) settle(data as ElicitResult);
    }
  }

  /** Returns the end or the questions, whichever comes first; undefined after `inMs`. `gone` cancels the call. */
  async next(gone: AbortSignal, inMs?: number): Promise<Step | undefined> {
    this.#round += 1;
    const cancel = () => this.cancel();
    gone.addEventListener('abort', cancel, { once: true });
    if (gone.aborted) cancel();
    let isLate = false;
    const late = () => {
      isLate = true;
      for (const hear of this.#heard.splice(0)) hear();
    };
    const timer = inMs === undefined ? undefined : setTimeout(late, inMs);
    try {
      while (this.#end === undefined && this.#open.size === 0 && !isLate)
        await Promise.race([this.ended, new Promise<void>((hear) => this.#heard.push(hear))]);
      if (this.#end === undefined && this.#open.size === 0) return undefined;
      if (this.#end === undefined) await new Promise((gather) => setTimeout(gather, GATHER_MS));
      return this.#end ?? { asked: this.asked };
    } finally {
      clearTimeout(timer);
      gone.removeEventListener('abort', cancel);
      this.tell = () => undefined;
    }
  }

  #hear(event: RunEvent): void {
    if (event.type === 'started') this.runId = event.runId;
    const isWait = event.type === 'approval' || event.type === 'queued';
    if (isWait) this.#isNews(progressOf(event));
    else if (event.type === 'output' || event.type === 'update') this.#isNews(undefined);
  }

  #isNews(news: string | undefined): void {
    if (news === this.news) return;
    this.news = news;
    this.changedAt = Date.now();
  }

  #over(end: Ended): Ended {
    this.#end = end;
    return end;
  }

  #ask({ key, params }: Elicitation, signal: AbortSignal): Promise<ElicitResult | undefined> {
    let name = key;
    const taken: Pick<Set<string>, 'has'> = this.isTask ? this.#names : this.#open;
    for (let number = 2; taken.has(name); number += 1) name = `${key}_${number}`;
    this.#names.add(name);
    this.changedAt = Date.now();
    return new Promise((answered) => {
      const settle: Settle = (said) => {
        if (this.#open.delete(name)) this.changedAt = Date.now();
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
