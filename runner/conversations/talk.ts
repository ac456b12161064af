import type {
  ConversationNode,
  ConversationSetup,
  Stopped,
  TurnEvent,
} from '../../shared/protocol/conversations/conversations.ts';
import type { Caller } from '../server/guard/credential.ts';
import type { Model } from './models/model.ts';

/** The parameters of a turn, and its caller. */
export interface Talk {
  /** The conversation's id; tools get it as their session. */
  id: string;
  /** The model that answers; undefined if the person does, which ends the turn with `answer-awaited`. */
  model: Model | undefined;
  /** The model that replaces stale recorded answers; without it, they are replayed. */
  live?: Model | undefined;
  setup: ConversationSetup;
  caller: Caller;
  /** The decision about calls that need approval. Denied calls are refused in any case. */
  confirm: 'ask' | 'allow' | 'refuse';
  /** Called when a call starts or stops to wait for the person. */
  waits?: ((isWaiting: boolean) => void) | undefined;
  /** How many agents are above this one; 0 for a person's conversation. */
  depth: number;
}

/**
 * Continues after the last message of `path` until the model answers without a call or something stops it. Each
 * message is written before it is reported, and is added to `path`. Never rejects.
 */
export type Converse = (
  path: readonly ConversationNode[],
  talk: Talk,
  tell: (event: TurnEvent) => void,
  signal: AbortSignal,
) => Promise<Stopped>;
