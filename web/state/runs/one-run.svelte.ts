import type { RunEvent, RunQuestion as AskedQuestion } from '../../../shared/protocol/events.ts';
import type { RunRecord } from '../../../shared/protocol/runs.ts';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';
import { runsApi } from '../../api/runs-api.ts';
import type { RunFailure } from '../../api/runs-api.ts';
import type { RunQuestion } from '../run-question.ts';

export interface OutputPiece {
  stream: 'stdout' | 'stderr';
  text: string;
}

/** Who hears of what a run asks the person. */
export interface Asks {
  approval(event: RunEvent & { type: 'approval' }): void;
  question(question: AskedQuestion): void;
  /** It has a name in the history. */
  begun(run: OneRun): void;
  /** It ended, or what it says cannot be heard any longer: its questions are nobody's. */
  over(run: OneRun): void;
}

/** Characters of live output that are drawn; the ending holds all of it. */
const liveLimit = 200_000;

/** One run of a tool: what it has told, and the ear at it. */
export class OneRun {
  readonly question: RunQuestion;
  state = $state<'running' | 'ended'>('running');
  id = $state<string>();
  output = $state.raw<OutputPiece[]>([]);
  updates = $state.raw<JsonObject[]>([]);
  /** Its place among the runs that wait for others; 0 where it waits for none. */
  place = $state(0);
  moments = $state.raw<{ atMs: number; type: string; detail?: string }[]>([]);
  ending = $state.raw<Ending>();
  result = $state.raw<ToolResult>();
  failure = $state.raw<RunFailure>();
  elapsedMs = $state(0);
  /** Whether the same call gave the same answer in the other place; undefined where it was not tried. */
  agrees = $state<boolean>();
  /** Nobody listens, and it goes on. */
  isLeft = false;
  #ear: AbortController;
  #asks: Asks;
  #live = 0;
  #began = performance.now();
  /** Milliseconds in which the person thought, and since when they think: none of it is the tool's. */
  #thought = 0;
  #thinks: number | undefined;
  #isUnwanted = false;

  constructor(question: RunQuestion, asks: Asks, ear = new AbortController()) {
    this.#ear = ear;
    this.question = question;
    this.#asks = asks;
  }

  /** A run of the history, which is over. */
  static kept(record: RunRecord, question: RunQuestion, asks: Asks): OneRun {
    const run = new OneRun(question, asks);
    Object.assign(run, { id: record.id, ending: record.ending, result: record.result });
    run.elapsedMs = record.durationMs;
    run.state = 'ended';
    return run;
  }

  async start(): Promise<void> {
    const { folder, toolId, tool, arguments: args, here, headless, mode } = this.question;
    if (here) {
      const call = { tool: here, folderName: toolId, arguments: args, mode };
      const { signal } = this.#ear;
      return this.#hear(async (accept) => {
        const part = await import('../run-here.ts').catch(() => undefined);
        if (part) await part.runHere(call, accept, signal);
        else accept({ type: 'offline' });
      });
    }
    const request = { folder, toolId, tool, arguments: args, headless, context: { mode } };
    return this.listen(runsApi.start(request, this.#ear.signal));
  }

  /** Breaks off the listening; a run of the runner goes on, one of this page ends. */
  leave(): void {
    this.isLeft = this.state === 'running' && this.id !== undefined && !this.question.here;
    this.#ear.abort();
  }

  /** Asks the runner to stop it; its last event then says that it was cancelled. */
  async cancel(): Promise<void> {
    if (this.question.here) return this.#ear.abort();
    // Its name is not known yet, and is told in a moment.
    if (this.id === undefined) this.#isUnwanted = true;
    else if ((await runsApi.cancel(this.id)).kind === 'offline') this.#ear.abort();
  }

  /** The person has answered a question of it. */
  answered(): void {
    if (this.#thinks !== undefined) this.#thought += performance.now() - this.#thinks;
    this.#thinks = undefined;
  }

  /** Hears a run that goes on, after what it told first. */
  listen(events: AsyncGenerator<RunEvent | RunFailure>, first?: RunEvent): Promise<void> {
    return this.#hear(async (accept) => {
      if (first) accept(first);
      for await (const event of events) accept(event);
    });
  }

  async #hear(
    tell: (accept: (event: RunEvent | RunFailure) => void) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#ear;
    const clock = setInterval(() => this.#tick(), 100);
    try {
      await tell((event) => {
        if (!signal.aborted || this.question.here) this.#accept(event);
      });
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    } finally {
      clearInterval(clock);
      if (!this.isLeft) {
        this.state = 'ended';
        this.#asks.over(this);
      }
    }
  }

  #tick(): void {
    if (this.state !== 'running' || this.#thinks !== undefined) return;
    this.elapsedMs = performance.now() - this.#began - this.#thought;
  }

  #accept(event: RunEvent | RunFailure): void {
    if (event.type !== 'output') this.#note(event.type);
    if (event.type !== 'approval' && event.type !== 'question') this.answered();
    switch (event.type) {
      case 'started':
        this.id = event.runId;
        if (event.of) this.#began -= Math.max(0, Date.now() - event.of.startedAt);
        this.#asks.begun(this);
        if (this.#isUnwanted) void this.cancel();
        return;
      case 'queued':
        this.place = event.position;
        return;
      case 'output':
        return this.#print(event);
      case 'update':
        this.updates = [...this.updates, event.update];
        return;
      case 'approval':
        this.#thinks = performance.now();
        return this.#asks.approval(event);
      case 'question':
        if (event.question.ask.kind !== 'notify') this.#thinks = performance.now();
        return this.#asks.question(event.question);
      case 'ended':
        this.result = event.result;
        this.ending = event.ending;
        this.elapsedMs = event.ending.durationMs;
        return;
      case 'step':
        return;
      default:
        this.failure = event;
    }
  }

  #note(type: string): void {
    this.moments = [...this.moments, { atMs: performance.now() - this.#began, type }];
  }

  #print({ stream, text }: OutputPiece): void {
    if (this.#live > liveLimit) return;
    this.#live += text.length;
    const last = this.output.at(-1);
    this.output =
      last?.stream === stream
        ? [...this.output.slice(0, -1), { stream, text: last.text + text }]
        : [...this.output, { stream, text }];
  }
}
