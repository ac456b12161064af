import { SvelteMap } from 'svelte/reactivity';
import type {
  CallPart,
  ConversationNode,
  TurnEvent,
} from '../../../shared/protocol/conversations/conversations.ts';
import type { Approval, RunEvent, RunQuestion } from '../../../shared/protocol/events.ts';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';
import type { Usage } from '../../../shared/protocol/models.ts';

/** A call while it is performed. */
export interface LiveCall {
  runId?: string;
  /** What it has printed, up to a limit: the result holds all of it. */
  output: string;
  /** Its place among the runs that wait for others; 0 where it waits for none. */
  place: number;
  approval?: Approval | undefined;
  startedAt: number;
  /** How it ended; the message that holds it comes once all calls of the answer have ended. */
  ended?: { result: ToolResult; ending: Ending };
}

/** Hears of each message of a turn. */
export type Written = (node: ConversationNode) => void;

type Retry = Extract<TurnEvent, { type: 'retry' }>;

const outputLimit = 20_000;
/** Milliseconds in which pieces of text are gathered before they are drawn. */
const GATHER = 40;

/** What a turn has said since its last message was written down. */
export class LiveTurn {
  /** The message that it goes on after, so far. */
  tip = $state<string | null>(null);
  text = $state('');
  reasoning = $state('');
  calls = $state.raw<readonly CallPart[]>([]);
  /** The calls that are being performed, by their id. */
  runs = new SvelteMap<string, LiveCall>();
  usage = $state.raw<Usage>();
  /** The model is asked again soon, because of a fault. */
  retry = $state.raw<Retry & { at: number }>();
  /** Milliseconds since 1970 when the model was asked. */
  askedAt = $state(Date.now());
  readonly model: string | undefined;
  /** The runner's name of it; unknown until it has begun. */
  id: string | undefined;
  /** It is to be stopped as soon as the runner knows of it. */
  isUnwanted = false;
  /** The runner has written down what it began with, or has told how it ended. */
  isTaken = false;

  #gathered = { text: '', reasoning: '' };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parent: string | null, model?: string, id?: string) {
    this.tip = parent;
    this.model = model;
    this.id = id;
  }

  /** Takes in what it says; messages and its end are the conversation's to keep. */
  hear(event: TurnEvent, ask: (question: RunQuestion) => void): void {
    if (event.type === 'node' || event.type === 'stopped') this.isTaken = true;
    switch (event.type) {
      case 'begun':
        this.id = event.turn.id;
        return;
      case 'node':
        this.tip = event.node.id;
        this.askedAt = Date.now();
        return this.#clear();
      case 'text':
      case 'reasoning':
        this.retry = undefined;
        this.#gathered[event.type] += event.text;
        this.#timer ??= setTimeout(() => this.#flush(), GATHER);
        return;
      case 'call':
        this.#flush();
        this.calls = [...this.calls, event.call];
        return;
      case 'usage':
        this.usage = event.usage;
        return;
      case 'retry':
        // The next attempt begins the answer anew.
        this.#clear();
        this.retry = { ...event, at: Date.now() + event.afterMs };
        return;
      case 'run':
        return this.#run(event.callId, event.event, ask);
      case 'stopped':
        return this.#clear();
    }
  }

  #run(callId: string, event: RunEvent, ask: (question: RunQuestion) => void): void {
    const before = this.runs.get(callId) ?? { output: '', place: 0, startedAt: Date.now() };
    const put = (change: Partial<LiveCall>): void =>
      void this.runs.set(callId, { ...before, ...change });
    switch (event.type) {
      case 'started':
        return put({ runId: event.runId });
      case 'queued':
        return put({ place: event.position });
      case 'output':
        if (before.output.length < outputLimit) put({ output: before.output + event.text });
        return;
      case 'approval':
        return put({ approval: event.approval });
      case 'question':
        return ask(event.question);
      case 'ended':
        return put({ approval: undefined, ended: { result: event.result, ending: event.ending } });
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.text += this.#gathered.text;
    this.reasoning += this.#gathered.reasoning;
    this.#gathered = { text: '', reasoning: '' };
  }

  #clear(): void {
    this.#flush();
    this.text = '';
    this.reasoning = '';
    this.calls = [];
    this.usage = undefined;
    this.retry = undefined;
  }
}
