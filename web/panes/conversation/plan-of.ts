import { planIn } from '../../../shared/protocol/conversations/plan.ts';
import type { OpenConversation } from '../../state/conversation.svelte.ts';
import type { AnswerNode } from './entries-of.ts';

/** The plan that waits for the person: in plan mode the last answer, which called nothing. */
export function planOf({
  setup,
  last,
  isGoingOn,
}: Pick<OpenConversation, 'setup' | 'last' | 'isGoingOn'>):
  { node: AnswerNode; text: string } | undefined {
  if (setup.mode !== 'plan' || isGoingOn || last?.role !== 'answer') return undefined;
  const text = planIn(last);
  return text === undefined ? undefined : { node: last, text };
}

/** The message that has a plan carried out; it is the model that reads it. */
export const approvalOf = (plan: string): string =>
  `I approve this plan. Carry it out:\n\n${plan.trim()}`;
