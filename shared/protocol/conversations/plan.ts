import type { ConversationNode } from './conversations.ts';

/** Returns the plan that an answer given in plan mode holds: its text, if it called nothing and was not discarded. */
export function planIn(node: ConversationNode | undefined): string | undefined {
  if (node?.role !== 'answer' || !node.whole || node.discarded) return undefined;
  if (node.parts.some(({ type }) => type === 'call')) return undefined;
  const texts = node.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.join('\n\n').trim() || undefined;
}
