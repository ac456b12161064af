import { z } from 'zod';
import {
  ConversationHead,
  ConversationList,
  RequestShown,
  TurnEvent,
} from '../../shared/protocol/conversations/conversations.ts';
import type {
  ConversationChange,
  ConversationStart,
  RequestAsked,
  TurnRequest,
} from '../../shared/protocol/conversations/conversations.ts';
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

/** What a turn tells, with its number; what could not be heard has none. */
export type Heard = { event: TurnEvent; number: number } | { failure: TurnFailure };

/** The events of a turn as they come; the last is `stopped` or a failure. */
async function* events(address: string, sent: Sent = {}): AsyncGenerator<Heard> {
  const headers = { Accept: 'text/event-stream' };
  const response = await send(address, { ...sent, headers });
  if (!response) return yield { failure: { type: 'offline' } };
  if (response.status === 401) return yield { failure: { type: 'no-session' } };
  if (!response.ok || !response.body) {
    const error = errorIn(response.status, await jsonOf(response));
    return yield { failure: { type: 'refused', error } };
  }
  try {
    for await (const { event, data, id } of readEvents(response.body)) {
      const parsed = TurnEvent.safeParse({ ...Object(readJson(data)), type: event });
      // A newer runner may tell more than this page knows of.
      if (!parsed.success) continue;
      yield { event: parsed.data, number: Number(id ?? 0) };
      if (parsed.data.type === 'stopped') return;
    }
  } catch {
    // The connection was cut; whoever hears of that may listen again.
  }
  yield { failure: { type: 'broken-off' } };
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
  /** Goes on after a message, and tells what happens. The turn goes on when nobody hears of it. */
  turn: (id: string, request: TurnRequest) =>
    events(path(id, '/turns'), { method: 'POST', body: request }),
  /** Tells of a turn that goes on what it said behind a number, and what it says from now on. */
  watch: (id: string, turn: string, after: number) =>
    events(path(id, `/turns/${encodeURIComponent(turn)}?after=${after}`)),
  stop: (id: string) => call(path(id, '/stop'), Nothing, { method: 'POST' }),
  /** What the model would be sent; nothing is sent. */
  request: (id: string, asked: RequestAsked) =>
    call(path(id, '/request'), RequestShown, { method: 'POST', body: asked }),
  /** The conversation as a file: its bytes, or undefined where there are none. */
  async export(id: string, format: 'md' | 'json'): Promise<Blob | undefined> {
    const response = await send(path(id, `/export?format=${format}`));
    return response?.ok ? response.blob() : undefined;
  },
};
