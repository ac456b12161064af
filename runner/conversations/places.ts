import type { ConversationNode } from '../../shared/protocol/conversations.ts';
import type { ModelId } from '../../shared/protocol/models.ts';

/** Where a turn began, and where it is: no other turn goes on from there. */
export interface Places {
  place: string;
  at?: string;
}

/** Stands for every place of a conversation, which is then one agent's alone. */
export const EVERYWHERE = '';

/** The calls of an answer are performed once at a time; other messages several models may answer. */
export const placeAt = ({ id, role }: ConversationNode, model: ModelId): string =>
  role === 'answer' ? id : `${id} ${model}`;

export const isTaken = (place: string, one: Places): boolean =>
  [one.place, one.at].includes(place) || one.place === EVERYWHERE;
