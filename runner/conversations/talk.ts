import type {
  ConversationNode,
  ConversationSetup,
  Stopped,
  TurnEvent,
} from '../../shared/protocol/conversations/conversations.ts';
import type { Caller } from '../server/guard/credential.ts';
import type { Model } from './models/model.ts';

/** How a conversation goes on, and on whose behalf. */
export interface Talk {
  /** Its id; tools get it as their session. */
  id: string;
  /** Who answers; undefined where the person does, which ends the turn with `answer-awaited`. */
  model: Model | undefined;
  /** Who answers in place of what a recording holds that has gone stale; without it that is played. */
  live?: Model | undefined;
  setup: ConversationSetup;
  caller: Caller;
  /** What becomes of a call that would be asked for. What is forbidden is refused all the same. */
  confirm: 'ask' | 'allow' | 'refuse';
  /** Hears when a call begins to wait for the person, and when it ceases to. */
  waits?: ((isWaiting: boolean) => void) | undefined;
  /** How many agents stand above this one; 0 for a conversation of a person. */
  depth: number;
}

/**
 * Goes on after the last message of `path` until the model answers without a call, or something stops it.
 * Every message is kept before it is told of, and stands in `path` for the next answer. Never rejects.
 */
export type Converse = (
  path: readonly ConversationNode[],
  talk: Talk,
  tell: (event: TurnEvent) => void,
  signal: AbortSignal,
) => Promise<Stopped>;
