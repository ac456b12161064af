import type { OpenConversation } from '../../state/conversation.svelte.ts';

/** The person is the model and has the word, or has just called a tool and waits for it. */
export function isPersonsTurn(talk: OpenConversation): boolean {
  if (talk.setup.model !== 'person' || talk.path.length === 0) return false;
  return talk.awaitsAnswer || (talk.shownLive !== undefined && talk.shownLive.model === undefined);
}
