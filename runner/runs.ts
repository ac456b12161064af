import type { RunEvent } from '../shared/protocol/events.ts';
import { invoke } from '../shared/registry/invoke.ts';
import type { InvokeCall, InvokeParts } from '../shared/registry/invoke-parts.ts';
import type { Approvals, Asking } from './approvals.ts';
import type { Caller } from './guard/credential.ts';
import type { RunStore } from './store/run-store.ts';

export interface RunAsked extends Omit<InvokeCall, 'runId'> {
  caller: Caller;
  toolHash: string;
}

interface Living {
  caller: Caller;
  cancel: AbortController;
}

/** The runs that are going on. Each is in the history from its first moment. */
export class Runs {
  #living = new Map<string, Living>();
  #parts: () => Omit<InvokeParts, 'ask'>;
  #history: RunStore;
  #approvals: Approvals;

  constructor(parts: {
    /** As the settings want them at the moment of a call. */
    invoke: () => Omit<InvokeParts, 'ask'>;
    history: RunStore;
    approvals: Approvals;
  }) {
    this.#parts = parts.invoke;
    this.#history = parts.history;
    this.#approvals = parts.approvals;
  }

  /** Runs to its end; `gone` cancels it. Everything is told, `started` first and `ended` last. */
  async run(asked: RunAsked, tell: (event: RunEvent) => void, gone: AbortSignal): Promise<void> {
    const { caller, toolHash, ...call } = asked;
    const runId = crypto.randomUUID();
    const cancel = new AbortController();
    const signal = AbortSignal.any([cancel.signal, gone]);
    const begun = {
      id: runId,
      toolId: call.folderName,
      tool: call.tool.definition.name,
      startedAt: Date.now(),
      arguments: call.arguments,
    };
    this.#history.begin({ ...begun, caller });
    this.#living.set(runId, { caller, cancel });
    tell({ type: 'started', runId });
    const asking: Asking = { caller, toolHash, tell, signal };
    const parts: InvokeParts = {
      ...this.#parts(),
      ask: (question) => this.#approvals.ask(question, asking),
      refused: (known, text) => this.#approvals.refused(known, text, toolHash),
    };
    const { result, ending } = await invoke({ ...call, runId }, parts, tell, signal);
    this.#living.delete(runId);
    this.#history.end({
      ...begun,
      durationMs: Date.now() - begun.startedAt,
      outcome: ending.kind,
      success: result.success,
      result,
      ending,
    });
    tell({ type: 'ended', result, ending });
  }

  /** Who started a run that is going on. */
  callerOf(runId: string): Caller | undefined {
    return this.#living.get(runId)?.caller;
  }

  cancel(runId: string): void {
    this.#living.get(runId)?.cancel.abort();
  }

  cancelAll(): void {
    for (const { cancel } of this.#living.values()) cancel.abort();
  }
}
