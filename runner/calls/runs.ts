import type { RunEvent } from '../../shared/protocol/events.ts';
import type { QuestionAnswer } from '../../shared/protocol/runs.ts';
import type { ToolSettings } from '../../shared/protocol/settings.ts';
import { programTool } from '../../shared/registry/authored/authored-tool.ts';
import { shape } from '../../shared/returns/shape.ts';
import type { Answer, Question } from '../../shared/registry/approval/approve.ts';
import type { Engine } from '../../shared/registry/authored/authored-plan.ts';
import { invoke, type InvokeParts } from '../../shared/registry/call/invoke.ts';
import type { Unit } from '../../shared/registry/registry-view.ts';
import type { Done, PlanOptions, Tool } from '../../shared/registry/tool.ts';
import { unrun } from '../../shared/tool/run/ending.ts';
import type { CallContext } from '../../shared/tool/run/call-context.ts';
import type { UiQuestion } from '../../shared/tool/run/host.ts';
import type { Arguments, Json } from '../../shared/tool/json.ts';
import type { Step } from '../../shared/tool/run/step.ts';
import { Turns } from '../../shared/tool/run/turns.ts';
import type { Caller } from '../server/guard/credential.ts';
import type { RunStore } from '../store/runs/run-store.ts';
import type { Approvals, Asking } from './approvals.ts';
import type { Questions } from './questions.ts';
import { RunSteps } from './run-steps.ts';
import { EventReplay } from './event-replay.ts';
import { WaitingTime } from './waiting-time.ts';

/** How a calling program asks its own user. Undefined: nobody answered. */
export interface Through {
  question(ask: UiQuestion, signal: AbortSignal): Promise<Json | undefined>;
  /** Used in addition to the page if the settings allow it, otherwise never. */
  approval(question: Question, signal: AbortSignal): Promise<Answer | undefined>;
}

/** A call of a tool, wherever it comes from. */
export interface RunAsked {
  caller: Caller;
  tool: Tool;
  /** The unit in the history, in the policies and in approvals. */
  unit: Pick<Unit, 'id' | 'group' | 'hash'>;
  arguments: Arguments;
  context?: CallContext | undefined;
  raw?: PlanOptions['raw'];
  /** Ask nobody except for approval, even if somebody watches. */
  headless?: boolean | undefined;
  /** Whether `tell` gets each step. */
  steps?: boolean | undefined;
  /** How the calling program asks its own user; absent if it cannot. */
  through?: Through | undefined;
  /** What to do with a call that needs approval; by default it asks. */
  confirm?: Asking['confirm'];
  /** Called when the run starts to wait for the person, and when it stops waiting. */
  waits?: ((isWaiting: boolean) => void) | undefined;
}

interface Given {
  /** Reads the settings at each call. */
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
  told: EventReplay;
  of: NonNullable<(RunEvent & { type: 'started' })['of']>;
}

/** The most running and waiting runs of one caller. Each holds its arguments and a connection. */
export const mostRuns = 256;

type Tell = (event: RunEvent) => void;

/** The outcome of a call with the tool's own time, without the time spent waiting for the person. */
const ownTime = (done: Done, startedAt: number, waited: WaitingTime): Done => {
  const most = Math.max(0, Date.now() - startedAt - waited.ms);
  const durationMs =
    waited.ms > 0 ? Math.min(done.ending.durationMs, most) : done.ending.durationMs;
  return { ...done, ending: { ...done.ending, durationMs } };
};

const warned = ({ ending, ...done }: Done, warning: string | undefined): Done =>
  warning === undefined
    ? { ...done, ending }
    : { ...done, ending: { ...ending, warnings: [...(ending.warnings ?? []), warning] } };

/** The running calls. Each is in the history from its start. */
export class Runs {
  #living = new Map<string, Living>();
  /** Runs one tool at a time of those that must not overlap. */
  #turns = new Turns({ width: 1 });
  #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  /**
   * Runs to its end; aborting `gone` cancels it. `toCaller` gets every event, `started` first and `ended`
   * last.
   */
  async call(asked: RunAsked, toCaller: Tell, gone: AbortSignal): Promise<Done> {
    const { caller, tool, unit, arguments: args, context, raw } = asked;
    const { history, questions, approvals } = this.#given;
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
    const told = new EventReplay((event) =>
      event.type === 'question'
        ? questions.waits(event.question.id)
        : approvals.pending().some(({ id }) => id === event.approval.id),
    );
    const tell: Tell = (event) => {
      told.tell(event);
      toCaller(event);
    };
    tell({ type: 'started', runId });
    const steps = new RunSteps({ ...begun, language: tool.language, context }, (phase, step) => {
      if (asked.steps === true) tell({ type: 'step', phase, step });
    });
    this.#living.set(runId, { caller, cancel, steps, told, of });
    const waited = new WaitingTime();
    const parts = this.#parts(asked, { runId, steps, tell, signal, waited });
    const call = { runId, tool, group: unit.group, arguments: args, context, raw };
    const timed = ownTime(await invoke(call, parts, tell, signal), of.startedAt, waited);
    const done = warned(timed, steps.warning);
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
    run: { runId: string; steps: RunSteps; tell: Tell; signal: AbortSignal; waited: WaitingTime },
  ): InvokeParts {
    const { approvals, questions, settings, engine } = this.#given;
    const { runId, steps, tell, signal, waited } = run;
    const toolHash = tool.hash ?? unit.hash;
    const approves = settings().mcp.dangerouslyApproveInClient;
    const byClient = approves ? through?.approval : undefined;
    const session = context?.sessionId;
    const asking: Asking = { caller, toolHash, session, tell, signal, confirm, byClient };
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
      // A program may never return with an answer; after the time limit there is none, as in the page.
      const wanted = AbortSignal.any([stop, signal, AbortSignal.timeout(approvalMs)]);
      const id = crypto.randomUUID();
      const expiresAt = Date.now() + approvalMs;
      tell({ type: 'question', question: { id, runId, tool: tool.name, ask, expiresAt } });
      // Only the page shows a question of an MCP server, because it names the server.
      return waiting(async () => ('server' in ask ? undefined : through?.question(ask, wanted)));
    };
    return {
      settings: settings(),
      // A command that a tool started may end before its run does, and its question with it.
      ask: (question, stop) => {
        const until = { ...asking, signal: AbortSignal.any([stop, signal]) };
        return steps.asked(question, () => waiting(() => approvals.ask(question, until)));
      },
      refused: (known, text) => approvals.refused(known, text, toolHash),
      // Only whoever watches the run is asked: the page, or the user of a program that can ask.
      ui: headless === true ? undefined : caller === 'page' ? ui : through && byCaller,
      asker: { caller, session: context?.sessionId ?? '', runId, waits },
      program: (name, request) => programTool(name, request, engine),
      turns: this.#turns,
      onStepStart: steps.started,
      onStepComplete: steps.completed,
    };
  }

  /** Why a caller cannot start another run now. Other callers are not affected. */
  full(caller: Caller): string | undefined {
    const own = [...this.#living.values()].filter((run) => run.caller === caller).length;
    if (own < mostRuns) return undefined;
    return `${own} runs of this caller go on or wait already, and more are not taken; wait until some have ended`;
  }

  /** Whether any run is running or waiting. */
  get areGoing(): boolean {
    return this.#living.size > 0;
  }

  /** The caller of a running run. */
  callerOf(runId: string): Caller | undefined {
    return this.#living.get(runId)?.caller;
  }

  /** The steps of a running run so far. */
  stepsOf(runId: string): Step[] | undefined {
    return this.#living.get(runId)?.steps.list;
  }

  /**
   * Sends the events of a running run from its start, until it ends or `gone` is aborted; undefined if it is
   * not running.
   */
  hear(runId: string, tell: Tell, gone: AbortSignal): Promise<void> | undefined {
    const run = this.#living.get(runId);
    const since: Tell = (event) =>
      tell(event.type === 'started' ? { ...event, of: run?.of } : event);
    return run?.told.hear(since, gone);
  }

  /** Answers a tool's question for the person. */
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
