import type { StopReason } from '../../../shared/protocol/conversations/conversations.ts';
import type { ListedConversation } from '../../state/conversations.svelte.ts';

/** What a conversation waits for: the answer to a question, or the approval of a plan. */
type Wait = 'asked' | 'plan';

/** How the last turn of a conversation stands; `interrupted`: the runner was ended in the middle of it. */
export type Standing = StopReason | Wait | 'going' | 'interrupted';

/** Undefined where nobody was asked yet. */
export function standingOf(
  { isGoingOn, lastTurn }: Pick<ListedConversation, 'isGoingOn' | 'lastTurn'>,
  waits?: Wait,
): Standing | undefined {
  if (waits) return waits;
  if (isGoingOn) return 'going';
  return lastTurn && (lastTurn.stopReason ?? 'interrupted');
}
