import type {
  Approval,
  RunEvent,
  RunQuestion as RunQuestionEvent,
} from '../../shared/protocol/events.ts';
import type { RunRecord } from '../../shared/protocol/runs.ts';
import type { Ending } from '../../shared/tool/ending.ts';
import type { Json, JsonObject } from '../../shared/tool/json.ts';
import type { ToolResult } from '../../shared/tool/result.ts';
import type { ReturnRules } from '../../shared/tool/toolset.ts';
import { runsApi } from '../api/runs-api.ts';
import type { RunFailure } from '../api/runs-api.ts';
import { toasts } from '../parts/toasts.svelte.ts';
import { Twins } from './run-question.ts';
import type { RunQuestion } from './run-question.ts';

export interface OutputPiece {
  stream: 'stdout' | 'stderr';
  text: string;
}

/** Characters of live output that are drawn; the ending holds all of it. */
const liveLimit = 200_000;

/** The run on the screen: at most one, and every event that is not its own is dropped. */
export class Run {
  state = $state<'idle' | 'running' | 'ended'>('idle');
  question = $state.raw<RunQuestion>();
  runId = $state<string>();
  output = $state.raw<OutputPiece[]>([]);
  updates = $state.raw<JsonObject[]>([]);
  /** Its place among the runs that wait for others; 0 where it waits for none. */
  place = $state(0);
  /** What the tool asks the person and waits for, oldest first. */
  questions = $state.raw<RunQuestionEvent[]>([]);
  moments = $state.raw<{ atMs: number; type: string; detail?: string }[]>([]);
  ending = $state.raw<Ending>();
  result = $state.raw<ToolResult>();
  failure = $state.raw<RunFailure>();
  elapsedMs = $state(0);
  /** Whether the same call gave the same answer in the other place; undefined where it was not tried. */
  agrees = $state<boolean>();
  #twins = new Twins();
  #asked = 0;
  #abort: AbortController | undefined;
  #live = 0;
  #began = 0;
  #ask: (approval: Approval) => void;

  /** `ask` hears of the questions that the run waits for. */
  constructor(ask: (approval: Approval) => void) {
    this.#ask = ask;
  }

  async start(question: RunQuestion): Promise<void> {
    const id = this.#begin(question);
    const abort = (this.#abort = new AbortController());
    const clock = setInterval(() => {
      if (id === this.#asked) this.elapsedMs = performance.now() - this.#began;
    }, 100);
    try {
      const accept = (event: RunEvent | RunFailure): void => {
        if (id === this.#asked) this.#accept(event);
      };
      const { folder, toolId, tool, arguments: args, here, headless, mode } = question;
      if (here) {
        const { runHere } = await import('./run-here.ts');
        const call = { tool: here, folderName: toolId, arguments: args, mode };
        await runHere(call, accept, abort.signal);
      } else {
        const request = { folder, toolId, tool, arguments: args, headless, context: { mode } };
        for await (const event of runsApi.start(request, abort.signal)) accept(event);
      }
    } catch (thrown) {
      if (!abort.signal.aborted) throw thrown;
    } finally {
      clearInterval(clock);
      if (id === this.#asked) this.state = 'ended';
    }
    if (id === this.#asked && this.result) this.agrees = this.#twins.compare(question, this.result);
  }

  /** Asks the runner to stop the run; its last event then says that it was cancelled. */
  async cancel(): Promise<void> {
    if (this.state !== 'running') return;
    if (this.runId === undefined || this.question?.here) {
      // Nobody else knows its name, so breaking it off here is the only way to reach it.
      this.#abort?.abort();
      return;
    }
    const answer = await runsApi.cancel(this.runId);
    if (answer.kind === 'offline') this.#abort?.abort();
  }

  /** Shows a run of the history in place of the last one. */
  show(record: RunRecord, returns: ReturnRules | undefined): void {
    this.#begin({
      toolId: record.toolId,
      tool: record.tool,
      folder: {},
      arguments: record.arguments ?? {},
      returns,
    });
    this.runId = record.id;
    this.ending = record.ending;
    this.result = record.result;
    this.elapsedMs = record.durationMs;
    this.state = 'ended';
  }

  clear(): void {
    this.#begin(undefined);
    this.state = 'idle';
  }

  #begin(question: RunQuestion | undefined): number {
    this.#abort?.abort();
    this.question = question;
    this.state = 'running';
    this.runId = undefined;
    this.output = [];
    this.updates = [];
    this.place = 0;
    this.questions = [];
    this.moments = [];
    this.ending = undefined;
    this.result = undefined;
    this.failure = undefined;
    this.elapsedMs = 0;
    this.agrees = undefined;
    this.#live = 0;
    this.#began = performance.now();
    return ++this.#asked;
  }

  #accept(event: RunEvent | RunFailure): void {
    this.#note(event.type);
    switch (event.type) {
      case 'started':
        this.runId = event.runId;
        return;
      case 'queued':
        this.place = event.position;
        return;
      case 'output':
        this.#tell(event);
        return;
      case 'update':
        this.updates = [...this.updates, event.update];
        return;
      case 'approval':
        this.#ask(event.approval);
        return;
      case 'question':
        this.#question(event.question);
        return;
      case 'ended':
        this.questions = [];
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

  /** Pieces of output are told apart by their own list. */
  #note(type: string): void {
    if (type === 'output') return;
    this.moments = [...this.moments, { atMs: performance.now() - this.#began, type }];
  }

  /** Answers what the tool asks; without a value it is told that there is none. */
  async answer(question: RunQuestionEvent, value?: Json): Promise<void> {
    this.questions = this.questions.filter(({ id }) => id !== question.id);
    await runsApi.answer(question.runId, { id: question.id, value });
  }

  #question(question: RunQuestionEvent): void {
    const { ask } = question;
    if (ask.kind !== 'notify') this.questions = [...this.questions, question];
    else {
      const tones = { info: 'ok', warning: 'warn', error: 'err' } as const;
      toasts.show(tones[ask.level], ask.message);
    }
  }

  #tell({ stream, text }: OutputPiece): void {
    if (this.#live > liveLimit) return;
    this.#live += text.length;
    const last = this.output.at(-1);
    this.output =
      last?.stream === stream
        ? [...this.output.slice(0, -1), { stream, text: last.text + text }]
        : [...this.output, { stream, text }];
  }
}
