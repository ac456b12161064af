import type { RunEvent } from '../../shared/protocol/events.ts';
import { invoke } from '../../shared/registry/invoke.ts';
import { invokeTool } from '../../shared/registry/invoke-tool.ts';
import type { InvokeCall, InvokeParts } from '../../shared/registry/invoke-parts.ts';
import type { Tool } from '../../shared/registry/tool.ts';
import type { Ending } from '../../shared/tool/ending.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import type { ToolResult } from '../../shared/tool/result.ts';
import type { Step } from '../../shared/tool/step.ts';
import type { Approvals, Asking } from './approvals.ts';
import type { Caller } from '../server/guard/credential.ts';
import type { QuestionAnswer } from '../../shared/protocol/runs.ts';
import type { Questions } from './questions.ts';
import { RunSteps } from './run-steps.ts';
import type { RunStore } from '../store/run-store.ts';

export interface RunAsked extends Omit<InvokeCall, 'runId'> {
  caller: Caller;
  toolHash: string;
  /** Nobody is to be asked anything but for approval, though somebody may be there. */
  headless?: boolean;
}

/** A call of a tool of the registry that no folder holds, such as a built-in one. */
export interface ToolRunAsked {
  caller: Caller;
  /** What stands for the tool in the history. */
  toolId: string;
  tool: Tool;
  arguments: Arguments;
}

interface Begun {
  caller: Caller;
  toolHash: string;
  toolId: string;
  tool: string;
  arguments: Arguments;
  language?: string;
}

/** How a run ended, and what the model and the person get of it. */
export interface Done {
  result: ToolResult;
  ending: Ending;
}

type Work = (runId: string, parts: InvokeParts, signal: AbortSignal) => Promise<Done>;

interface Living {
  caller: Caller;
  cancel: AbortController;
  steps: RunSteps;
}

/** The runs that are going on. Each is in the history from its first moment. */
export class Runs {
  #living = new Map<string, Living>();
  #parts: () => Omit<InvokeParts, 'ask'>;
  #history: RunStore;
  #approvals: Approvals;
  #questions: Questions;

  constructor(parts: {
    /** As the settings want them at the moment of a call. */
    invoke: () => Omit<InvokeParts, 'ask'>;
    history: RunStore;
    approvals: Approvals;
    questions: Questions;
  }) {
    this.#parts = parts.invoke;
    this.#history = parts.history;
    this.#approvals = parts.approvals;
    this.#questions = parts.questions;
  }

  /** Runs to its end; `gone` cancels it. Everything is told, `started` first and `ended` last. */
  run(asked: RunAsked, tell: (event: RunEvent) => void, gone: AbortSignal): Promise<Done> {
    const { caller, toolHash, headless, ...call } = asked;
    const { folderName: toolId, tool, arguments: args } = call;
    const begun = {
      caller,
      toolHash,
      toolId,
      tool: tool.definition.name,
      arguments: args,
      language: tool.code.language,
    };
    // Only the page shows questions, and only the one that watches the run.
    const asks = caller === 'page' && headless !== true;
    return this.#live(begun, tell, gone, (runId, parts, signal) => {
      const about = { runId, tool: tool.definition.name };
      const ui: InvokeParts['ui'] = (ask, stop) =>
        this.#questions.ask({ ...about, ask }, tell, AbortSignal.any([stop, signal]));
      return invoke({ ...call, runId }, asks ? { ...parts, ui } : parts, tell, signal);
    });
  }

  /** The same for a tool that no folder holds. What the person allowed counts for its version. */
  runTool(asked: ToolRunAsked, tell: (event: RunEvent) => void, gone: AbortSignal): Promise<Done> {
    const { caller, toolId, tool, arguments: args } = asked;
    const toolHash = `${toolId}@${tool.version}`;
    const begun = { caller, toolHash, toolId, tool: tool.name, arguments: args };
    return this.#live(begun, tell, gone, (runId, parts, signal) =>
      invokeTool({ runId, tool, arguments: args }, parts, tell, signal),
    );
  }

  async #live(
    { caller, toolHash, language, ...asked }: Begun,
    tell: (event: RunEvent) => void,
    gone: AbortSignal,
    work: Work,
  ): Promise<Done> {
    const runId = crypto.randomUUID();
    const cancel = new AbortController();
    const signal = AbortSignal.any([cancel.signal, gone]);
    const begun = { id: runId, startedAt: Date.now(), ...asked };
    this.#history.begin({ ...begun, caller });
    const steps = new RunSteps({ ...begun, language });
    this.#living.set(runId, { caller, cancel, steps });
    tell({ type: 'started', runId });
    const asking: Asking = { caller, toolHash, tell, signal };
    const parts: InvokeParts = {
      ...this.#parts(),
      ask: (question) => steps.asked(question, () => this.#approvals.ask(question, asking)),
      refused: (known, text) => this.#approvals.refused(known, text, toolHash),
    };
    const done = await work(runId, parts, signal);
    const { result, ending } = done;
    this.#living.delete(runId);
    this.#history.end({
      ...begun,
      durationMs: Date.now() - begun.startedAt,
      outcome: ending.kind,
      success: result.success,
      result,
      ending,
      steps: steps.end(done),
    });
    tell({ type: 'ended', result, ending });
    return done;
  }

  /** Who started a run that is going on. */
  callerOf(runId: string): Caller | undefined {
    return this.#living.get(runId)?.caller;
  }

  /** What a run that is going on went through so far. */
  stepsOf(runId: string): Step[] | undefined {
    return this.#living.get(runId)?.steps.list;
  }

  /** What the person says to a tool's question. */
  answer(runId: string, answer: QuestionAnswer): boolean {
    return this.#questions.answer(runId, answer);
  }

  cancel(runId: string): void {
    this.#living.get(runId)?.cancel.abort();
  }

  cancelAll(): void {
    for (const { cancel } of this.#living.values()) cancel.abort();
  }
}
