import type {
  ConversationNode,
  ConversationSetup,
  Stopped,
  TurnEvent,
  TurnRequest,
} from '../../shared/protocol/conversations/conversations.ts';
import type { ModelId } from '../../shared/protocol/models.ts';
import type { Caller } from '../server/guard/credential.ts';
import type { ConversationStore } from '../store/conversations/conversation-store.ts';
import { faultOf } from './conversation-fault.ts';
import type { ConverseParts } from './converse.ts';
import { LivingTurns } from './living-turns.ts';
import { offeredTo, requestOf, restsOn, type AnswerNode } from './messages.ts';
import type { Models } from './models/model.ts';
import { nextNode, type Refused } from './next-node.ts';
import type { Converse } from './talk.ts';
import { placeAt } from './turn-places.ts';
import type { TurnLog } from './turn-log.ts';
import { asModel, whoAnswers } from './who-answers.ts';

interface Needs extends Pick<ConverseParts, 'sources' | 'changed'> {
  store: ConversationStore;
  models: Pick<Models, 'open'>;
  converse: Converse;
}

/** Starts the turns of conversations, and holds the running ones. */
export class Conversations {
  readonly living: LivingTurns;
  #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.living = new LivingTurns(needs.changed);
  }

  /**
   * Starts a turn, or returns why it cannot start. It continues until its end or a stop, even if nobody
   * watches. Several models may answer a message at the same time, each once.
   */
  begin(
    id: string,
    asked: TurnRequest,
    caller: Caller,
  ): { ok: true; log: TurnLog } | ({ ok: false } & Refused) {
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
    if (this.living.isTaken(id, place)) {
      const message = 'The conversation goes on from this message already';
      const hint = 'Wait until it is over, or stop it';
      return { ok: false, status: 409, code: 'goes-on', message, path: 'parent', hint };
    }
    const begun = { ...{ id, setup, caller, path }, node: next.node };
    const about = { id: crypto.randomUUID(), parent: asked.parent, model: setup.model };
    const log = this.living.begin(id, about, place, (tell, stop) =>
      this.#go(begun, tell, stop).catch((error: unknown) =>
        tell({ type: 'stopped', stopReason: 'error', fault: faultOf(error) }),
      ),
    );
    return { ok: true, log };
  }

  /** Returns the model with this id, or why there is none; undefined for the person. */
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

  /** Adds the hashes of what a model would have got to a person's answer, so that it can be replayed. */
  async #resting(
    node: AnswerNode,
    setup: ConversationSetup,
    path: readonly ConversationNode[],
  ): Promise<AnswerNode> {
    const offered = await offeredTo(setup, this.#needs.sources);
    return { ...node, restsOn: restsOn(requestOf(path, setup, offered)) };
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
