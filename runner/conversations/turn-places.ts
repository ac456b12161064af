import type { ConversationNode } from '../../shared/protocol/conversations/conversations.ts';
import type { ModelId } from '../../shared/protocol/models.ts';

/** The message where a turn started, and the one where it is now. No other turn may continue from either. */
export interface Places {
  place: string;
  at?: string;
}

/** Reserves every place of a conversation, for one agent. */
export const EVERYWHERE = '';

/** Only one turn at a time may run the calls of an answer; several models may answer any other message. */
export const placeAt = ({ id, role }: ConversationNode, model: ModelId): string =>
  role === 'answer' ? id : `${id} ${model}`;

export const isTaken = (place: string, one: Places): boolean =>
  [one.place, one.at].includes(place) || one.place === EVERYWHERE;
