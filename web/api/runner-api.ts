import { z } from 'zod';
import { readJson } from '../../shared/tool/exact-number.ts';
import { Approval, Decided, ServersNews } from '../../shared/protocol/events.ts';
import { Health } from '../../shared/protocol/health.ts';
import { SessionAnswer } from '../../shared/protocol/session.ts';
import { Changed, RegistryLog } from '../../shared/protocol/tools.ts';
import { readEvents } from './read-events.ts';
import { call, send, sessionKey } from './client.ts';
import type { Answer } from './client.ts';

// Without a session the answer is only that somebody is there.
const Answered = z.union([Health, z.object({ ok: z.literal(true) })]);

export const healthApi = {
  read: () => call('/api/health', Answered),
};

/** Exchanges the one-time token of the address for a session of this browser. */
export const sessionApi = {
  async enter(token: string): Promise<Answer<SessionAnswer>> {
    const answer = await call('/api/session', SessionAnswer, { method: 'POST', body: { token } });
    if (answer.kind === 'ok') sessionKey.write(answer.value.key);
    return answer;
  },
};

type Change =
  /** From now on nothing is missed; what happened before may have been. */
  | { type: 'connected' }
  | { type: 'changed'; ids: string[] }
  | { type: 'registry'; events: RegistryLog['events'] }
  | { type: 'conversations'; ids: string[] }
  | { type: 'mcp-servers'; names: string[] }
  | { type: 'approval'; approval: Approval }
  | { type: 'decided'; id: string };

export const changesApi = { follow };

/** Folders as they change on disk, the registry's events, and questions as they are asked and settled, until it breaks. */
async function* follow(): AsyncGenerator<Change> {
  const response = await send('/api/changes', {
    headers: { Accept: 'text/event-stream' },
  });
  if (!response?.ok || !response.body) return;
  yield { type: 'connected' };
  for await (const { event, data } of readEvents(response.body)) {
    const change = read(event, readJson(data));
    if (change) yield change;
  }
}

const read = (event: string, data: unknown): Change | undefined => {
  switch (event) {
    case 'changed':
    case 'conversations': {
      const parsed = Changed.safeParse(data);
      return parsed.data && { type: event, ids: parsed.data.ids };
    }
    case 'registry': {
      const parsed = RegistryLog.safeParse(data);
      return parsed.data && { type: 'registry', events: parsed.data.events };
    }
    case 'mcp-servers': {
      const parsed = ServersNews.safeParse(data);
      return parsed.data && { type: event, names: parsed.data.names };
    }
    case 'approval': {
      const parsed = Approval.safeParse(data);
      return parsed.data && { type: 'approval', approval: parsed.data };
    }
    case 'decided': {
      const parsed = Decided.safeParse(data);
      return parsed.data && { type: 'decided', id: parsed.data.id };
    }
    default:
      return undefined;
  }
};
