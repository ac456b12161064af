import type { RunEvent } from '../../shared/protocol/events.ts';
import type { QuestionAnswer } from '../../shared/protocol/runs.ts';
import type { ToolSettings } from '../../shared/protocol/settings.ts';
import { programTool } from '../../shared/registry/authored-tool.ts';
import { shape } from '../../shared/returns/shape.ts';
import type { Answer, Question } from '../../shared/registry/approve.ts';
import type { Engine } from '../../shared/registry/authored-plan.ts';
import { invoke, type InvokeParts } from '../../shared/registry/invoke.ts';
import type { Unit } from '../../shared/registry/registry-view.ts';
import type { Done, PlanOptions, Tool } from '../../shared/registry/tool.ts';
import { unrun } from '../../shared/tool/ending.ts';
import type { CallContext } from '../../shared/tool/call-context.ts';
import type { UiQuestion } from '../../shared/tool/host.ts';
import type { Arguments, Json } from '../../shared/tool/json.ts';
import type { Step } from '../../shared/tool/step.ts';
import { Turns } from '../../shared/tool/turns.ts';
import type { Caller } from '../server/guard/credential.ts';
import type { RunStore } from '../store/run-store.ts';
import type { Approvals, Asking } from './approvals.ts';
import type { Questions } from './questions.ts';
import { RunSteps } from './run-steps.ts';
import { ToldEvents } from './told-events.ts';
import { Waited } from './waited.ts';

/** How a program that calls puts questions to its own person. Undefined: nobody answered. */
export interface Through {
  question(ask: UiQuestion, signal: AbortSignal): Promise<Json | undefined>;
  /** Counts beside the page where the settings say so, and nowhere else. */
  approval(question: Question, signal: AbortSignal): Promise<Answer | undefined>;
}

/** A call of a tool, wherever it comes from. */
export interface RunAsked {
  caller: Caller;
  tool: Tool;
  /** What stands for the tool in the history, whose policies count, and what an approval is for. */
  unit: Pick<Unit, 'id' | 'group' | 'hash'>;
  arguments: Arguments;
  context?: CallContext | undefined;
  raw?: PlanOptions['raw'];
  /** Nobody is to be asked anything but for approval, though somebody may be there. */
  headless?: boolean | undefined;
  /** Whether `tell` hears of each step. */
  steps?: boolean | undefined;
  /** How the program that calls asks its own person; absent where it cannot. */
  through?: Through | undefined;
  /** What becomes of a call that would be asked for; it is asked for where nothing is said. */
  confirm?: Asking['confirm'];
  /** Hears when the run begins to wait for the person, and when it ceases to. */
  waits?: ((isWaiting: boolean) => void) | undefined;
}

interface Given {
  /** As the settings want it at the moment of a call. */
  engine: () => Engine;
  settings: () => ToolSettings;
  history: RunStore;
  approvals: Approvals;
  questions: Questions;
}

interface Living {
  caller: Caller;
  cancel: AbortController;
  steps: RunSteps;
  told: ToldEvents;
  of: NonNullable<(RunEvent & { type: 'started' })['of']>;
}

/** Runs of one caller that go on or wait. Each holds its arguments, and a connection. */
export const mostRuns = 256;

type Tell = (event: RunEvent) => void;

/** What came of a call, with the tool's own time: what the person thought about is none of it. */
const ownTime = (done: Done, startedAt: number, waited: Waited): Done => {
  const most = Math.max(0, Date.now() - startedAt - waited.ms);
  const durationMs =
    waited.ms > 0 ? Math.min(done.ending.durationMs, most) : done.ending.durationMs;
  return { ...done, ending: { ...done.ending, durationMs } };
};

/** The runs that are going on. Each is in the history from its first moment. */
export class Runs {
  #living = new Map<string, Living>();
  /** Of the tools that must not overlap one runs at a time. */
  #turns = new Turns({ width: 1 });
  #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  /** Runs to its end; `gone` cancels it. Everything is told, `started` first and `ended` last. */
  async call(asked: RunAsked, toCaller: Tell, gone: AbortSignal): Promise<Done> {
    const { caller, tool, unit, arguments: args, context, raw } = asked;
    const { history } = this.#given;
    const full = this.full(caller);
    if (full !== undefined) {
      const ending = unrun({ kind: 'unavailable', reason: full });
      return { ending, result: tool.shape?.(ending) ?? shape(ending, tool).result };
    }
    const runId = crypto.randomUUID();
    const cancel = new AbortController();
    const signal = AbortSignal.any([cancel.signal, gone]);
    const of = { toolId: unit.id, tool: tool.name, arguments: args, startedAt: Date.now() };
    const begun = { id: runId, ...of };
    history.begin({ ...begun, caller });
    const told = new ToldEvents();
    const tell: Tell = (event) => {
      told.tell(event);
      toCaller(event);
    };
    tell({ type: 'started', runId });
    const steps = new RunSteps({ ...begun, language: tool.language, context }, (phase, step) => {
      if (asked.steps === true) tell({ type: 'step', phase, step });
    });
    this.#living.set(runId, { caller, cancel, steps, told, of });
    const waited = new Waited();
    const parts = this.#parts(asked, { runId, steps, tell, signal, waited });
    const call = { runId, tool, group: unit.group, arguments: args, context, raw };
    const done = ownTime(await invoke(call, parts, tell, signal), of.startedAt, waited);
    const { result, ending } = done;
    this.#living.delete(runId);
    history.end({
      ...{ ...begun, durationMs: ending.durationMs },
      ...{ outcome: ending.kind, success: result.success, result, ending, steps: steps.end(done) },
    });
    tell({ type: 'ended', result, ending });
    return done;
  }

  #parts(
    { caller, headless, tool, unit, context, confirm, waits, through }: RunAsked,
    run: { runId: string; steps: RunSteps; tell: Tell; signal: AbortSignal; waited: Waited },
  ): InvokeParts {
    const { approvals, questions, settings, engine } = this.#given;
    const { runId, steps, tell, signal, waited } = run;
    const toolHash = tool.hash ?? unit.hash;
    const approves = settings().mcp.dangerouslyApproveInClient;
    const byClient = approves ? through?.approval : undefined;
    const asking: Asking = { caller, toolHash, tell, signal, confirm, byClient };
    const waiting = <T>(work: () => Promise<T>): Promise<T> => {
      waits?.(true);
      return waited.while(work).finally(() => waits?.(false));
    };
    const ui: InvokeParts['ui'] = (ask, stop) => {
      const about = { runId, tool: tool.name, ask };
      return waiting(() => questions.ask(about, tell, AbortSignal.any([stop, signal])));
    };
    const byCaller: InvokeParts['ui'] = (ask, stop) => {
      const { approvalMs } = settings().limits;
      // A program may never come back with an answer; silence is none, as in the page.
      const wanted = AbortSignal.any([stop, signal, AbortSignal.timeout(approvalMs)]);
      const id = crypto.randomUUID();
      const expiresAt = Date.now() + approvalMs;
      tell({ type: 'question', question: { id, runId, tool: tool.name, ask, expiresAt } });
      // What a server of somebody else's asks is for the page, which names the stranger.
      return waiting(async () => ('server' in ask ? undefined : through?.question(ask, wanted)));
    };
    return {
      settings: settings(),
      ask: (question) =>
        steps.asked(question, () => waiting(() => approvals.ask(question, asking))),
      refused: (known, text) => approvals.refused(known, text, toolHash),
      // Only who watches the run is asked: the page, or the person of a program that can ask.
      ui: headless === true ? undefined : caller === 'page' ? ui : through && byCaller,
      asker: { caller, session: context?.sessionId ?? '', runId, waits },
      program: (name, request) => programTool(name, request, engine),
      turns: this.#turns,
      onStepStart: steps.started,
      onStepComplete: steps.completed,
    };
  }

  /** Why a caller may start no run more at the moment: other callers are not held up by it. */
  full(caller: Caller): string | undefined {
    const own = [...this.#living.values()].filter((run) => run.caller === caller).length;
    if (own < mostRuns) return undefined;
    return `${own} runs of this caller go on or wait already, and more are not taken; wait until some have ended`;
  }

  /** Whether any run goes on or waits. */
  get areGoing(): boolean {
    return this.#living.size > 0;
  }

  /** Who started a run that is going on. */
  callerOf(runId: string): Caller | undefined {
    return this.#living.get(runId)?.caller;
  }

  /** What a run that is going on went through so far. */
  stepsOf(runId: string): Step[] | undefined {
    return this.#living.get(runId)?.steps.list;
  }

  /** Tells a run that is going on from its beginning, until it has ended or `gone`; undefined where none goes on. */
  hear(runId: string, tell: Tell, gone: AbortSignal): Promise<void> | undefined {
    const { approvals, questions } = this.#given;
    const isOpen = (event: RunEvent): boolean => {
      if (event.type === 'question') return questions.waits(event.question.id);
      if (event.type !== 'approval') return true;
      return approvals.pending().some(({ id }) => id === event.approval.id);
    };
    const run = this.#living.get(runId);
    const since: Tell = (event) =>
      tell(event.type === 'started' ? { ...event, of: run?.of } : event);
    return run?.told.hear(since, isOpen, gone);
  }

  /** What the person says to a tool's question. */
  answer(runId: string, answer: QuestionAnswer): boolean {
    return this.#given.questions.answer(runId, answer);
  }

  cancel(runId: string): void {
    this.#living.get(runId)?.cancel.abort();
  }

  cancelAll(): void {
    for (const { cancel } of this.#living.values()) cancel.abort();
  }
}
