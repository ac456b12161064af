import type { ConversationStore } from '../store/conversations/conversation-store.ts';
import { Conversations } from './conversations.ts';
import { openConverse, type ConverseParts } from './converse.ts';
import type { Models } from './models/model.ts';

/** Opens the loop, and what begins it. */
export const openConversations = (
  given: ConverseParts & { store: ConversationStore; models: Models },
): Conversations => new Conversations({ ...given, converse: openConverse(given) });
