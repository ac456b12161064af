import type {
  CallOutcome,
  ConversationNode,
  Stopped,
  TurnEvent,
} from '../../shared/protocol/conversations.ts';
import type { ModelFault } from '../../shared/protocol/models.ts';
import type { Runs } from '../calls/runs.ts';
import { diskFault } from '../platform/disk-fault.ts';
import type { Sources } from '../sources/sources.ts';
import type { ConversationStore } from '../store/conversations/conversation-store.ts';
import type { RunStore } from '../store/run-store.ts';
import type { Settings } from '../store/settings.ts';
import { askModel } from './ask-model.ts';
import { callsOf, offeredTo, requestOf, restsOn, type AnswerNode } from './messages.ts';
import { fault } from './models/faults.ts';
import type { Model, ModelRequest } from './models/model.ts';
import { performCalls } from './perform-calls.ts';
import { staleIn } from './recordings.ts';
import { openStandIns, type StandIns } from './stand-ins.ts';
import type { Converse, Talk } from './talk.ts';
import { TimeLimit } from './time-limit.ts';

export interface ConverseParts {
  store: Pick<ConversationStore, 'put' | 'nodes'>;
  runs: Pick<Runs, 'call'>;
  sources: Pick<Sources, 'offered' | 'follow' | 'registry'>;
  settings: Pick<Settings, 'current'>;
  history: Pick<RunStore, 'list' | 'read'>;
  /** Hears that a conversation has a message more, or another one. */
  changed(id: string): void;
}

/** Outcomes of one answer that are all written down at once; after them, some together. */
const KEPT_ONE_BY_ONE = 20;
const KEPT_EVERY_MS = 250;

/** Makes the loop of every conversation: the model is asked, its calls are performed, and it is asked again. */
export const openConverse =
  (parts: ConverseParts): Converse =>
  async (path, talk, tell, signal) => {
    const limit = new TimeLimit(talk.setup.limits.timeoutMs);
    const going = new Going(parts, talk, { path, tell, signal, limit });
    let stopped: Stopped;
    try {
      stopped = await going.on();
      going.stoppedBy(stopped);
    } catch (error) {
      stopped = { stopReason: 'error', fault: faultOf(error) };
    } finally {
      limit.stop();
    }
    tell({ type: 'stopped', ...stopped });
    return stopped;
  };

class Gone extends Error {}

/** Why a conversation cannot go on that nobody stopped. */
export function faultOf(error: unknown): ModelFault {
  const unkept = error instanceof Gone ? error.message : diskFault(error)?.reason;
  if (unkept !== undefined) return fault('unkept', { why: unkept });
  return fault('broken', { why: error instanceof Error ? error.message : String(error) });
}

interface Given {
  path: readonly ConversationNode[];
  tell(event: TurnEvent): void;
  signal: AbortSignal;
  limit: TimeLimit;
}

/** One conversation that goes on. */
class Going {
  #nodes: ConversationNode[];
  #parts: ConverseParts;
  #talk: Talk;
  #given: Given;
  #stop: AbortSignal;
  #standIns: StandIns;

  constructor(parts: ConverseParts, talk: Talk, given: Given) {
    const { frozenTools } = talk.setup;
    const recorded = frozenTools === undefined ? [] : parts.store.nodes(frozenTools);
    this.#parts = parts;
    this.#talk = talk;
    this.#given = given;
    this.#nodes = [...given.path];
    this.#stop = AbortSignal.any([given.signal, given.limit.signal]);
    this.#standIns = openStandIns(talk.setup, { history: parts.history, recorded });
  }

  async on(): Promise<Stopped> {
    this.#begin();
    const { limits } = this.#talk.setup;
    for (;;) {
      if (this.#stop.aborted) return this.#cutOff();
      const last = this.#nodes.at(-1);
      if (last?.role === 'answer') {
        if (callsOf(last).length === 0) return { stopReason: 'done' };
        await this.#perform(last);
        if (this.#stop.aborted) return this.#cutOff();
        if (this.#count().calls >= limits.maxToolCalls) return { stopReason: 'max-calls' };
      } else {
        if (this.#count().turns >= limits.maxTurns) return { stopReason: 'max-turns' };
        if (!this.#talk.model) return { stopReason: 'answer-awaited' };
        const failed = await this.#ask(this.#talk.model);
        if (this.#stop.aborted) return this.#cutOff();
        if (failed) return { stopReason: 'error', fault: failed };
      }
    }
  }

  /** Writes down why nobody goes on, where that is. */
  stoppedBy(stopped: Stopped): void {
    const last = this.#nodes.at(-1);
    if (last) this.#keep({ ...last, stopped });
  }

  /** An answer that was cut off is given anew; what was said of its end no longer holds. */
  #begin(): void {
    const last = this.#nodes.at(-1);
    if (last?.role === 'answer' && !last.whole) this.#nodes.pop();
    const from = this.#nodes.at(-1);
    if (!from?.stopped) return;
    const { stopped: _, ...rest } = from;
    this.#keep(rest);
  }

  #cutOff(): Stopped {
    return { stopReason: this.#given.signal.aborted ? 'cancelled' : 'timeout' };
  }

  /** Answers, and calls that were not refused, since the person said something. */
  #count(): { turns: number; calls: number } {
    const from = this.#nodes.findLastIndex(({ role }) => role === 'user');
    const since = this.#nodes.slice(from + 1);
    const outcomes = since.flatMap((node) => (node.role === 'results' ? node.results : []));
    return {
      turns: since.filter(({ role }) => role === 'answer').length,
      calls: outcomes.filter(({ from: whence }) => whence !== 'refused').length,
    };
  }

  async #ask(asked: Model): Promise<ModelFault | undefined> {
    const { setup, live } = this.#talk;
    const offered = await offeredTo(setup, this.#parts.sources);
    const request = requestOf(this.#nodes, setup, offered);
    const rests = restsOn(request);
    const recorded = asked.recorded?.(request);
    const stale = recorded ? staleIn(recorded, rests, offered) : [];
    const isAnew = live !== undefined && stale.some((one) => one !== 'code');
    const model = isAnew || (live && asked.recorded && !recorded) ? live : asked;
    const node: AnswerNode = {
      ...this.#place(),
      ...{ role: 'answer', by: model.id, parts: [], durationMs: 0, whole: false, restsOn: rests },
      source: model.recorded ? 'replayed' : 'live',
      ...(model.recorded && stale.length > 0 ? { stale } : {}),
    };
    return this.#take(model, request, node);
  }

  async #take(
    model: Model,
    request: ModelRequest,
    node: AnswerNode,
  ): Promise<ModelFault | undefined> {
    const { tell } = this.#given;
    const keep = (one: AnswerNode) => this.#write({ ...one });
    const failed = await askModel({ model, request, node }, { tell, keep }, this.#stop);
    if (node.parts.length > 0 || node.whole) this.#keep(node);
    return failed;
  }

  async #perform(answer: AnswerNode): Promise<void> {
    const { limit, tell } = this.#given;
    const { setup } = this.#talk;
    const offered = await offeredTo(setup, this.#parts.sources);
    const { calls } = this.#count();
    const place = this.#place();
    let keptAt = 0;
    const node = (results: CallOutcome[]) => ({ ...place, role: 'results' as const, results });
    const results = await performCalls(callsOf(answer), this.#parts, {
      ...{ talk: this.#talk, answer, offered, standIns: this.#standIns, tell, signal: this.#stop },
      turnIndex: this.#nodes.filter(({ role }) => role === 'answer').length - 1,
      allowance: Math.max(0, setup.limits.maxToolCalls - calls),
      waits: limit.wait,
      keep: (outcomes) => {
        const now = performance.now();
        if (outcomes.length > KEPT_ONE_BY_ONE && now - keptAt < KEPT_EVERY_MS) return;
        keptAt = now;
        this.#write(node(outcomes));
      },
    });
    this.#keep(node(results));
  }

  #place() {
    return { id: crypto.randomUUID(), parent: this.#nodes.at(-1)?.id ?? null, at: Date.now() };
  }

  /** Kept before anybody hears of it; it stands in the path for the next answer. */
  #keep(node: ConversationNode): void {
    this.#write(node);
    const at = this.#nodes.findIndex(({ id }) => id === node.id);
    if (at < 0) this.#nodes.push(node);
    else this.#nodes[at] = node;
    this.#given.tell({ type: 'node', node });
    this.#parts.changed(this.#talk.id);
  }

  #write(node: ConversationNode): void {
    if (!this.#parts.store.put(this.#talk.id, node))
      throw new Gone('it was deleted, or its file was set aside');
  }
}
