import type {
  ConversationSetup,
  TurnRequest,
} from '../../../shared/protocol/conversations/conversations.ts';
import { conversationsApi, type Heard } from '../../api/conversations-api.ts';

type Kept = Awaited<ReturnType<typeof conversationsApi.change>>;

/**
 * Changes of what a conversation is held with, each sent once the one before it is answered: requests that are on
 * their way together may arrive in either order, and the last one to arrive would be kept.
 */
export class SetupChanges {
  #id: string;
  #last: Promise<Kept | undefined> = Promise.resolve(undefined);
  #waiting = 0;
  /** What the runner is known to hold. */
  kept: ConversationSetup;

  constructor(id: string, kept: ConversationSetup) {
    this.#id = id;
    this.kept = kept;
  }

  /** Whether the runner has not answered all of them. */
  get areGoingOn(): boolean {
    return this.#waiting > 0;
  }

  send(setup: ConversationSetup): Promise<Kept> {
    this.#waiting += 1;
    const sent = this.#last
      .then(() => conversationsApi.change(this.#id, { setup }))
      .then((answer) => {
        if (answer.kind === 'ok') this.kept = { ...setup };
        return answer;
      })
      .finally(() => (this.#waiting -= 1));
    this.#last = sent;
    return sent;
  }

  /**
   * A turn, which begins once what was changed before it is kept, and not at all where that was not, or where
   * nobody wants it any more.
   */
  async *before(request: TurnRequest, isUnwanted: () => boolean): AsyncGenerator<Heard> {
    const kept = this.areGoingOn ? await this.#last : undefined;
    if (isUnwanted()) return;
    if (kept === undefined || kept.kind === 'ok')
      return yield* conversationsApi.turn(this.#id, request);
    const { kind: type } = kept;
    yield { failure: type === 'refused' ? { type, error: kept.error } : { type } };
  }
}
