import type { OpenConversation } from '../../state/conversation.svelte.ts';

/** The person is the model and has the word, or has just called a tool and waits for it. */
export function isPersonsTurn({ setup, path, awaitsAnswer, shownLive }: OpenConversation): boolean {
  if (path.length === 0) return false;
  if (awaitsAnswer) return true;
  return setup.model === 'person' && shownLive !== undefined && shownLive.model === undefined;
}
