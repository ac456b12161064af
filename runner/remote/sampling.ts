import type { ModelId } from '../../shared/protocol/models.ts';
import type { Message, Models } from '../conversations/models/model.ts';
import { blockText } from '../../shared/tool/run/content-block.ts';
import { Blocks } from './content.ts';

/** A server's request to a model. */
export interface SamplingAsked {
  system?: string | undefined;
  messages: { role: 'user' | 'assistant'; text: string }[];
  maxTokens?: number | undefined;
}

/** The limit for all messages together, in characters. */
const MOST_CHARACTERS = 200_000;
const MOST_ANSWER = 1024 * 1024;

/**
 * Converts a request; undefined if it is longer than a person would read before approving. Media are described by
 * kind and size.
 */
export function samplingOf(params: {
  systemPrompt?: string | undefined;
  messages: readonly { role: 'user' | 'assistant'; content: unknown }[];
  maxTokens?: number | undefined;
}): SamplingAsked | undefined {
  const messages = params.messages.map(({ role, content }) => {
    const blocks = new Blocks();
    const parts = (Array.isArray(content) ? content : [content]).flatMap(
      (one: unknown) => blocks.of(one) ?? [],
    );
    return { role, text: parts.map(blockText).join('\n') };
  });
  const { systemPrompt: system, maxTokens } = params;
  const characters = messages.reduce((sum, { text }) => sum + text.length, system?.length ?? 0);
  return characters > MOST_CHARACTERS ? undefined : { system, messages, maxTokens };
}

/** Returns the model's answer, or why there is none. The model gets no tools, whatever the server requested. */
export async function sample(
  models: Pick<Models, 'open'>,
  id: ModelId,
  { system = '', messages, maxTokens }: SamplingAsked,
  signal: AbortSignal,
): Promise<{ text: string; stopReason: string; model: string } | { why: string }> {
  const model = await models.open(id);
  if ('fault' in model) return { why: model.fault.message };
  const told = messages.map(({ role, text }): Message =>
    role === 'user' ? { role, text } : { role: 'assistant', parts: [{ type: 'text', text }] },
  );
  let text = '';
  const request = { system, messages: told, tools: [], maxTokens };
  for await (const piece of model.answer(request, signal)) {
    if (piece.type === 'text') text += piece.text;
    if (piece.type === 'fault') return { why: piece.fault.message };
    if (text.length > MOST_ANSWER) break;
    if (piece.type === 'finish')
      return { text, model: id, stopReason: piece.reason === 'length' ? 'maxTokens' : 'endTurn' };
  }
  return { text, model: id, stopReason: 'maxTokens' };
}
