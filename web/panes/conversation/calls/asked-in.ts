import type { Approval } from '../../../../shared/protocol/events.ts';
import type { OpenConversation } from '../../../state/conversation.svelte.ts';
import { waitingOf } from './call-look.ts';

/** What waits for approval at a call of a conversation, by its id or its run's. */
export function asksOf(
  { nodes, live }: Pick<OpenConversation, 'nodes' | 'live'>,
  pending: readonly Approval[],
): Set<string> {
  const calls = nodes
    .slice(-8)
    .flatMap((node) => (node.role === 'answer' ? node.parts : []))
    .filter((part) => part.type === 'call');
  const runs = live.flatMap((turn) => [...turn.runs.values()].map(({ runId }) => runId));
  const asked = calls.map((call) => waitingOf(call, undefined, pending)?.id);
  return new Set([...runs, ...asked].filter((id) => id !== undefined));
}

/** Whether a conversation goes on once the person has answered a question of it. */
export const isAsked = (id: string, pending: readonly Approval[]): boolean =>
  pending.some(({ session }) => session === id);
