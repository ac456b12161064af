import { z } from 'zod';
import {
  Conversation,
  ConversationNode,
} from '../../shared/protocol/conversations/conversations.ts';
import { call, type Answer } from './client.ts';

/** Messages that are checked at once; more would hold up a frame. */
const SLICE = 200;
const Unchecked = Conversation.extend({ nodes: z.array(z.unknown()) });
const Slice = z.array(ConversationNode);

/** A whole conversation, whose messages are checked a slice at a time, so that a long one holds up nothing. */
export async function readConversation(path: string): Promise<Answer<Conversation>> {
  const read = await call(path, Unchecked);
  if (read.kind !== 'ok') return read;
  const nodes: ConversationNode[] = [];
  for (let at = 0; at < read.value.nodes.length; at += SLICE) {
    await new Promise((next) => setTimeout(next));
    const slice = Slice.safeParse(read.value.nodes.slice(at, at + SLICE));
    // Whoever reads it as a whole says what does not fit.
    if (!slice.success) return call(path, Conversation);
    nodes.push(...slice.data);
  }
  return { ...read, value: { ...read.value, nodes } };
}
