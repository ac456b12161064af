import { z } from 'zod';
import {
  ConversationHead,
  ConversationList,
  RequestShown,
  TurnEvent,
} from '../../shared/protocol/conversations.ts';
import type {
  ConversationChange,
  ConversationStart,
  RequestAsked,
  TurnRequest,
} from '../../shared/protocol/conversations.ts';
import { readJson } from '../../shared/tool/exact-number.ts';
import { call, errorIn, jsonOf, send, type Sent } from './client.ts';
import { readConversation } from './read-conversation.ts';
import { readEvents } from './read-events.ts';
import type { RunFailure } from './runs-api.ts';

/** Why a turn gave no events, or no last one. */
export type TurnFailure = RunFailure;

const path = (id: string, rest = ''): string =>
  `/api/conversations/${encodeURIComponent(id)}${rest}`;
const Nothing = z.unknown();

/** The events of a turn as they come; the last is `stopped` or a failure. Aborting breaks off the reading. */
async function* events(
  address: string,
  sent: Sent & { signal: AbortSignal },
): AsyncGenerator<TurnEvent | TurnFailure> {
  const headers = { Accept: 'text/event-stream' };
  const response = await send(address, { ...sent, headers });
  if (!response) return yield { type: 'offline' };
  if (response.status === 401) return yield { type: 'no-session' };
  if (!response.ok || !response.body) {
    return yield { type: 'refused', error: errorIn(response.status, await jsonOf(response)) };
  }
  try {
    for await (const { event, data } of readEvents(response.body)) {
      const parsed = TurnEvent.safeParse({ ...Object(readJson(data)), type: event });
      // A newer runner may tell more than this page knows of.
      if (!parsed.success) continue;
      yield parsed.data;
      if (parsed.data.type === 'stopped') return;
    }
  } catch (thrown) {
    if (sent.signal.aborted) throw thrown;
  }
  yield { type: 'broken-off' };
}

export const conversationsApi = {
  list({ q = '', before, limit }: { q?: string; before?: string; limit?: number } = {}) {
    const query = new URLSearchParams({
      ...(q && { q }),
      ...(before && { before }),
      ...(limit && { limit: String(limit) }),
    });
    return call(`/api/conversations?${query}`, ConversationList);
  },
  begin: (start: z.input<typeof ConversationStart>) =>
    call('/api/conversations', ConversationHead, { method: 'POST', body: start }),
  read: (id: string) => readConversation(path(id)),
  change: (id: string, change: ConversationChange) =>
    call(path(id), ConversationHead, { method: 'PATCH', body: change }),
  remove: (id: string) => call(path(id), Nothing, { method: 'DELETE' }),
  /** Goes on after a message, and tells what happens. Whoever breaks off the reading stops it. */
  turn: (id: string, request: TurnRequest, signal: AbortSignal) =>
    events(path(id, '/turns'), { method: 'POST', body: request, signal }),
  /** What the model would be sent; nothing is sent. */
  request: (id: string, asked: RequestAsked) =>
    call(path(id, '/request'), RequestShown, { method: 'POST', body: asked }),
  /** The conversation as a file: its bytes, or undefined where there are none. */
  async export(id: string, format: 'md' | 'json'): Promise<Blob | undefined> {
    const response = await send(path(id, `/export?format=${format}`));
    return response?.ok ? response.blob() : undefined;
  },
};
