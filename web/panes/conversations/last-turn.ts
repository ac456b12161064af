import type { StopReason } from '../../../shared/protocol/conversations/conversations.ts';
import type { ListedConversation } from '../../state/conversations.svelte.ts';

/** How the last turn of a conversation stands; `interrupted`: the runner was ended in the middle of it. */
export type Standing = StopReason | 'going' | 'interrupted';

/** Undefined where nobody was asked yet. */
export function standingOf({
  isGoingOn,
  lastTurn,
}: Pick<ListedConversation, 'isGoingOn' | 'lastTurn'>): Standing | undefined {
  if (isGoingOn) return 'going';
  return lastTurn && (lastTurn.stopReason ?? 'interrupted');
}
