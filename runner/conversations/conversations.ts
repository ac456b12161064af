import type {
  ConversationNode,
  ConversationSetup,
  Stopped,
  TurnEvent,
  TurnRequest,
} from '../../shared/protocol/conversations.ts';
import type { ModelId } from '../../shared/protocol/models.ts';
import type { Caller } from '../server/guard/credential.ts';
import type { ConversationStore } from '../store/conversations/conversation-store.ts';
import { faultOf } from './broken.ts';
import type { ConverseParts } from './converse.ts';
import { offeredTo, requestOf, restsOn, type AnswerNode } from './messages.ts';
import type { Models } from './models/model.ts';
import { nextNode, type Refused } from './next-node.ts';
import type { Converse } from './talk.ts';
import { EVERYWHERE, isTaken, placeAt, type Places } from './places.ts';
import { asModel, whoAnswers } from './who-answers.ts';

interface Needs extends Pick<ConverseParts, 'sources' | 'changed'> {
  store: ConversationStore;
  models: Pick<Models, 'open'>;
  converse: Converse;
}

interface Living extends Places {
  stop: AbortController;
  over: Promise<unknown>;
}

type Turn = (tell: (event: TurnEvent) => void, gone: AbortSignal) => Promise<Stopped>;

/** The conversations that go on at the moment, and how they begin to. */
export class Conversations {
  #needs: Needs;
  #living = new Map<string, Set<Living>>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  isGoingOn(id: string): boolean {
    return this.#living.has(id);
  }

  /**
   * Whether a turn can be had, and the turn, which has to be begun: it holds its place until it is over.
   * Several models may answer one message at a time, each once.
   */
  take(
    id: string,
    asked: TurnRequest,
    caller: Caller,
  ): { ok: true; go: Turn } | ({ ok: false } & Refused) {
    const { store } = this.#needs;
    const kept = store.head(id);
    if (!kept) return absent(id);
    const path = store.path(id, asked.parent);
    if (!path) return strange(asked.parent);
    const setup = { ...kept.setup, model: asked.model ?? kept.setup.model };
    const siblings = asked.parent === null ? [] : store.children(id, asked.parent);
    const next = nextNode(asked, { path, siblings, isPerson: setup.model === 'person' });
    if (!next.ok) return next;
    const from = next.node === undefined ? path.at(-1) : undefined;
    const place = from ? placeAt(from, setup.model) : `${asked.parent} ${setup.model}`;
    if ([...(this.#living.get(id) ?? [])].some((one) => isTaken(place, one))) {
      const message = 'The conversation goes on from this message already';
      const hint = 'Wait until it is over, or stop it';
      return { ok: false, status: 409, code: 'goes-on', message, path: 'parent', hint };
    }
    const begun = { ...{ id, setup, caller, path }, node: next.node };
    const stop = new AbortController();
    const go: Turn = (tell, gone) => {
      const living: Living = { place, stop, over: Promise.resolve() };
      const hear: typeof tell = (event) => {
        if (event.type === 'node') living.at = placeAt(event.node, setup.model);
        tell(event);
      };
      const work = this.#go(begun, hear, AbortSignal.any([gone, stop.signal])).catch(
        (error: unknown): Stopped => {
          const stopped: Stopped = { stopReason: 'error', fault: faultOf(error) };
          tell({ type: 'stopped', ...stopped });
          return stopped;
        },
      );
      living.over = work.finally(() => this.#leave(id, living));
      this.#enter(id, living);
      return living.over as Promise<Stopped>;
    };
    return { ok: true, go };
  }

  /** Stops every turn of a conversation, and waits until they are over. */
  async stop(id: string): Promise<void> {
    const living = [...(this.#living.get(id) ?? [])];
    for (const { stop } of living) stop.abort();
    await Promise.allSettled(living.map(({ over }) => over));
  }

  /** Does somebody else's work in a conversation, which then goes on until that is over or is stopped. */
  async during<T>(id: string, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    const over = work(stop.signal);
    const living: Living = { place: EVERYWHERE, stop, over };
    this.#enter(id, living);
    return over.finally(() => this.#leave(id, living));
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#living.keys()].map((id) => this.stop(id)));
  }

  /** Who answers to an id, or why nobody does; undefined for the person. */
  model(id: ModelId): ReturnType<typeof whoAnswers> {
    return whoAnswers(id, this.#needs);
  }

  async #go(
    given: {
      id: string;
      setup: ConversationSetup;
      caller: Caller;
      path: ConversationNode[];
      node: ConversationNode | undefined;
    },
    tell: (event: TurnEvent) => void,
    signal: AbortSignal,
  ): Promise<Stopped> {
    const { id, setup, caller, path, node } = given;
    const { store, converse, changed } = this.#needs;
    if (node) {
      const first = node.role === 'answer' ? await this.#resting(node, setup, path) : node;
      store.put(id, first);
      path.push(first);
      tell({ type: 'node', node: first });
    }
    changed(id);
    const [model, live] = await Promise.all([
      asModel(setup.model, this.#needs),
      setup.live === undefined ? undefined : asModel(setup.live, this.#needs),
    ]);
    const talk = { id, setup, caller, confirm: 'ask' as const, depth: 0, model, live };
    return converse(path, talk, tell, signal);
  }

  /** A person's answer rests on what a model would have been told, so that it can be played again. */
  async #resting(
    node: AnswerNode,
    setup: ConversationSetup,
    path: readonly ConversationNode[],
  ): Promise<AnswerNode> {
    const offered = await offeredTo(setup, this.#needs.sources);
    return { ...node, restsOn: restsOn(requestOf(path, setup, offered)) };
  }

  #enter(id: string, living: Living): void {
    const all = this.#living.get(id) ?? new Set();
    all.add(living);
    this.#living.set(id, all);
  }

  #leave(id: string, living: Living): void {
    const all = this.#living.get(id);
    all?.delete(living);
    if (all?.size === 0) this.#living.delete(id);
    this.#needs.changed(id);
  }
}

export const absent = (id: string): { ok: false } & Refused => ({
  ...{ ok: false, status: 404, code: 'no-such-conversation' },
  message: `There is no conversation "${id}"`,
});

export const strange = (node: string | null): { ok: false } & Refused => ({
  ...{ ok: false, status: 404, code: 'no-such-node', path: 'parent' },
  message: `The conversation has no message "${node}"`,
});
