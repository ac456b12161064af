import type { ConversationStore } from '../store/conversations/conversation-store.ts';
import { Conversations } from './conversations.ts';
import { openConverse, type ConverseParts } from './converse.ts';

/** Opens the loop, and what begins it. */
export function openConversations(
  given: ConverseParts & { store: ConversationStore },
): Conversations {
  const models = {
    open: async () => ({
      fault: {
        ...{ code: 'no-host' as const, values: {} },
        message: 'No provider can be asked here: be the model yourself, or play a recording',
      },
    }),
  };
  return new Conversations({ ...given, models, converse: openConverse(given) });
}
