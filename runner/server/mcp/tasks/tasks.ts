import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Done } from '../../../../shared/registry/tool.ts';
import type { JsonSchema } from '../../../../shared/tool/json.ts';
import { writeJson } from '../../../../shared/tool/exact-number.ts';
import { RUNNER_STOPPED, type RunStore } from '../../../store/runs/run-store.ts';
import type { KeptTask } from '../../../store/tasks/task-row.ts';
import { KEPT_MS, type TaskStore } from '../../../store/tasks/task-store.ts';
import type { Caller } from '../../guard/credential.ts';
import { callResult } from '../call-result.ts';
import type { HeldCall } from '../held-call.ts';
import { asking, ended, goingOn, INTERNAL, LOST, type Task } from './task-shape.ts';

/** The limit of running tasks of one caller. */
const MOST_OPEN = 64;
/** The limit of one answer in characters, as for a message of MCP. */
const MOST_LETTERS = 16 * 1024 * 1024;

/** The tasks of one caller; others' tasks are unknown to it. */
export interface CallerTasks {
  /** Returns why no further task may start now. */
  full(): string | undefined;
  /** Makes a running call a task; undefined if it cannot be stored, and stays a call. */
  keep(call: HeldCall): Task | undefined;
  get(id: string): Task | undefined;
  /** Takes the answers that match its questions; returns whether the task exists. */
  answer(id: string, responses: Readonly<Record<string, unknown>>): boolean;
  /** Ends its run; returns whether the task exists. */
  cancel(id: string): boolean;
}

interface Living {
  kept: KeptTask;
  call: HeldCall;
  /** Keeps a finished task in memory if it could not be written, as long as it would be stored. */
  isOver: boolean;
}

type End = Pick<KeptTask, 'state' | 'answer'>;

const failed = (message: string, code = INTERNAL): End => ({
  ...{ state: 'failed', answer: { code, message } },
});
const stopped = failed(RUNNER_STOPPED);

/** 192 random bits, so that nobody can guess another caller's id. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** The calls that outlive their connection. */
export class Tasks {
  #living = new Map<string, Living>();
  #store: TaskStore;
  #isStopped = false;

  /** `history` knows the outcome of a call whose end was not written before the runner died. */
  constructor(store: TaskStore, history: Pick<RunStore, 'read'>) {
    this.#store = store;
    for (const task of store.open())
      store.put({ ...task, ...endAfterwards(task, history), updatedAt: Date.now() });
  }

  of(caller: Caller): CallerTasks {
    const living = (id: string): Living | undefined => {
      const one = this.#living.get(id);
      const isOld = one?.isOver === true && one.kept.updatedAt <= Date.now() - KEPT_MS;
      if (isOld) this.#living.delete(id);
      return one?.kept.caller === caller && !isOld ? one : undefined;
    };
    const count = () =>
      [...this.#living.values()].filter(({ kept, isOver }) => kept.caller === caller && !isOver)
        .length;
    const isKnown = (id: string) => this.#store.read(id, caller) !== undefined;
    return {
      full() {
        const open = count();
        if (open < MOST_OPEN) return undefined;
        return `${open} tasks of this caller go on or wait already, and more calls are not taken; wait until some have ended, or cancel them`;
      },
      keep: (call) => (count() < MOST_OPEN ? this.#keep(call, caller) : undefined),
      get: (id) => {
        const one = living(id);
        if (one && !one.isOver)
          return asking(goingOn(id, one.kept.createdAt, one.call), one.call.asked);
        const kept = one?.kept ?? this.#store.read(id, caller);
        if (!kept) return undefined;
        if (!one) this.#store.fetched(id);
        return ended(kept);
      },
      answer: (id, responses) => {
        const one = living(id);
        one?.call.answer(responses);
        return one !== undefined || isKnown(id);
      },
      cancel: (id) => {
        const one = living(id);
        if (one && !one.isOver) this.#cancel(one);
        return one !== undefined || isKnown(id);
      },
    };
  }

  /** Marks running tasks as interrupted, because the runner ends them. */
  stop(): void {
    for (const one of this.#living.values()) this.#over(one, stopped);
    this.#isStopped = true;
  }

  close(): void {
    this.stop();
    for (const { call } of this.#living.values()) call.cancel();
    this.#store.close();
  }

  #keep(call: HeldCall, caller: Caller): Task | undefined {
    if (this.#isStopped) return undefined;
    const now = Date.now();
    const kept: KeptTask = {
      ...{ id: newId(), caller, runId: call.runId ?? '', schema: call.definition.outputSchema },
      ...{ createdAt: now, updatedAt: now, state: 'open' },
    };
    if (!this.#store.put(kept)) return undefined;
    const one: Living = { kept, call, isOver: false };
    this.#living.set(kept.id, one);
    call.isTask = true;
    void call.ended
      .then(({ done }) => (done ? endOf(done, one.kept) : gone))
      .catch((error: unknown) => failed(`Lathe broke while it ran the tool: ${error}`))
      .then((end) => this.#over(one, end));
    return goingOn(kept.id, now, call);
  }

  #cancel(one: Living): void {
    one.kept = { ...one.kept, state: 'cancelling' };
    this.#store.put(one.kept);
    one.call.cancel();
  }

  #over(one: Living, end: End): void {
    if (one.isOver || this.#isStopped) return;
    one.kept = { ...one.kept, ...end, updatedAt: Date.now() };
    one.isOver = true;
    if (this.#store.put(one.kept)) this.#living.delete(one.kept.id);
  }
}

const gone = failed('The tool has gone', ProtocolErrorCode.InvalidParams);

/** Returns the client's answer for a finished call: what it would have got if it had waited. */
function endOf(done: Done, { state, schema }: KeptTask): End {
  if (state === 'cancelling' && !done.result.success) return { state: 'cancelled' };
  const answer = callResult(done, schema as JsonSchema | undefined);
  const letters = writeJson(answer).length;
  if (letters <= MOST_LETTERS) return { state: 'completed', answer };
  return failed(
    `The answer has ${letters} letters, and that of a task is kept up to ${MOST_LETTERS}; the history of Lathe has what a person may see of it`,
  );
}

/** The same after the runner died, from the run in the history. Damage affects only this task. */
function endAfterwards(task: KeptTask, history: Pick<RunStore, 'read'>): End {
  try {
    const { result, ending } = history.read(task.runId)?.record ?? {};
    const isCut = ending?.kind === 'crashed' && ending.reason === RUNNER_STOPPED;
    if (result && ending && !isCut) return endOf({ result, ending }, task);
  } catch {
    return { state: 'failed', answer: LOST };
  }
  return task.state === 'cancelling' ? { state: 'cancelled' } : stopped;
}

/** The error for a task of another caller, a missing one, and an expired one. */
export const unknownTask = (): ProtocolError =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'There is no such task; its end may have been kept for as long as was told',
  );
