import type {
  CallOutcome,
  Stopped,
  TurnEvent,
} from '../../shared/protocol/conversations/conversations.ts';
import type { ModelFault } from '../../shared/protocol/models.ts';
import type { Runs } from '../calls/runs.ts';
import type { Sources } from '../sources/sources.ts';
import type { ConversationStore } from '../store/conversations/conversation-store.ts';
import type { RunStore } from '../store/runs/run-store.ts';
import type { Settings } from '../store/settings.ts';
import { askModel } from './ask-model.ts';
import { faultOf } from './conversation-fault.ts';
import {
  callsOf,
  offeredTo,
  requestOf,
  restsOn,
  type AnswerNode,
  type Offered,
} from './messages.ts';
import type { Model, ModelRequest } from './models/model.ts';
import { keptNowAndThen, performCalls } from './perform-calls.ts';
import { staleIn } from './recordings.ts';
import { openMocks, type Mocks } from './mocks.ts';
import type { Converse, Talk } from './talk.ts';
import { Thread, type Put } from './thread.ts';
import { TimeLimit } from './time-limit.ts';

export interface ConverseParts {
  store: Pick<ConversationStore, 'put' | 'head' | 'nodes' | 'turn'>;
  runs: Pick<Runs, 'call'>;
  sources: Pick<Sources, 'offered' | 'follow' | 'registry'>;
  settings: Pick<Settings, 'current'>;
  history: Pick<RunStore, 'list' | 'read'>;
  /** Called when a conversation has a new or changed message. */
  changed(id: string): void;
}

/** Returns the loop of all conversations: ask the model, perform its calls, ask again. */
export const openConverse =
  (parts: ConverseParts): Converse =>
  async (path, talk, tell, signal) => {
    const limit = new TimeLimit(talk.setup.limits.timeoutMs);
    const put: Put = (node) => parts.store.put(talk.id, node);
    const thread = new Thread(path, put, (node) => {
      tell({ type: 'node', node });
      parts.changed(talk.id);
    });
    const asked = () => ({ model: talk.setup.model, at: Date.now() });
    const work = async () => {
      parts.store.turn(talk.id, asked());
      return new Going(parts, talk, { thread, tell, signal, limit }).on();
    };
    const reached = await work().catch(brokenBy);
    limit.stop();
    const stopped = keptStop(reached, thread, () => {
      const { stopReason } = reached;
      parts.store.turn(talk.id, { ...asked(), stopReason });
    });
    tell({ type: 'stopped', ...stopped });
    return stopped;
  };

const brokenBy = (error: unknown): Stopped => ({ stopReason: 'error', fault: faultOf(error) });

/** Records why the turn stopped. If the write fails, that becomes the reason. */
function keptStop(stopped: Stopped, thread: Thread, list: () => void): Stopped {
  try {
    list();
    thread.stoppedBy(stopped);
    return stopped;
  } catch (error) {
    return stopped.stopReason === 'error' ? stopped : brokenBy(error);
  }
}

interface Given {
  thread: Thread;
  tell(event: TurnEvent): void;
  signal: AbortSignal;
  limit: TimeLimit;
}

/** One running turn. */
class Going {
  #thread: Thread;
  #parts: ConverseParts;
  #talk: Talk;
  #given: Given;
  #stop: AbortSignal;
  #mocks: Mocks;
  /** The tools of the last request. */
  #offered: Offered | undefined;

  constructor(parts: ConverseParts, talk: Talk, given: Given) {
    this.#parts = parts;
    this.#talk = talk;
    this.#given = given;
    this.#thread = given.thread;
    this.#stop = AbortSignal.any([given.signal, given.limit.signal]);
    this.#mocks = openMocks(talk.setup, parts);
  }

  async on(): Promise<Stopped> {
    this.#thread.reopen();
    const { limits } = this.#talk.setup;
    for (;;) {
      if (this.#stop.aborted) return this.#cutOff();
      const last = this.#thread.last;
      if (last?.role === 'answer') {
        if (callsOf(last).length === 0) return { stopReason: 'done' };
        await this.#perform(last);
        if (this.#stop.aborted) return this.#cutOff();
        if (this.#thread.sinceUser().calls >= limits.maxToolCalls)
          return { stopReason: 'max-calls' };
      } else {
        if (this.#thread.sinceUser().turns >= limits.maxTurns) return { stopReason: 'max-turns' };
        if (!this.#talk.model) return { stopReason: 'answer-awaited' };
        const failed = await this.#ask(this.#talk.model);
        if (this.#stop.aborted) return this.#cutOff();
        if (failed) return { stopReason: 'error', fault: failed };
      }
    }
  }

  #cutOff(): Stopped {
    return { stopReason: this.#given.signal.aborted ? 'cancelled' : 'timeout' };
  }

  async #ask(asked: Model): Promise<ModelFault | undefined> {
    const { setup, live } = this.#talk;
    const offered = await offeredTo(setup, this.#parts.sources);
    this.#offered = offered;
    const request = requestOf(this.#thread.nodes, setup, offered);
    const rests = restsOn(request);
    const recorded = asked.recorded?.(request);
    const stale = recorded ? staleIn(recorded, rests, offered) : [];
    const isAnew = live !== undefined && stale.some((one) => one !== 'code');
    const model = isAnew || (live && asked.recorded && !recorded) ? live : asked;
    const node: AnswerNode = {
      ...this.#thread.place(),
      ...{ role: 'answer', by: model.id, parts: [], durationMs: 0, whole: false, restsOn: rests },
      source: model.recorded ? 'replayed' : 'live',
      ...(model.recorded && stale.length > 0 ? { stale } : {}),
    };
    return this.#take(model, request, node);
  }

  async #take(model: Model, request: ModelRequest, node: AnswerNode) {
    const keep = (one: AnswerNode) => this.#thread.write({ ...one });
    const heard = { tell: this.#given.tell, keep };
    const failed = await askModel({ model, request, node }, heard, this.#stop);
    if (node.parts.length > 0 || node.whole) this.#thread.keep(node);
    return failed;
  }

  async #perform(answer: AnswerNode): Promise<void> {
    const { limit, tell } = this.#given;
    const { setup } = this.#talk;
    // The model may call the tools of its request; each call looks the tool up again.
    const offered = this.#offered ?? (await offeredTo(setup, this.#parts.sources));
    const { calls } = this.#thread.sinceUser();
    const place = this.#thread.place();
    const node = (results: CallOutcome[]) => ({ ...place, role: 'results' as const, results });
    const wanted = callsOf(answer);
    const results = await performCalls(wanted, this.#parts, {
      ...{ talk: this.#talk, answer, offered, mocks: this.#mocks, tell, signal: this.#stop },
      turnIndex: this.#thread.answers - 1,
      allowance: Math.max(0, setup.limits.maxToolCalls - calls),
      waits: (isWaiting) => {
        limit.wait(isWaiting);
        this.#talk.waits?.(isWaiting);
      },
      keep: keptNowAndThen(wanted.length, (outcomes) => this.#thread.write(node(outcomes))),
    });
    this.#thread.keep(node(results));
  }
}
