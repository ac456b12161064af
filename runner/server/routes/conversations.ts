import {
  Conversation,
  ConversationChange,
  ConversationHead,
  ConversationList,
  ConversationStart,
  RequestAsked,
  RequestShown,
  TurnRequest,
  type ConversationNode,
} from '../../../shared/protocol/conversations.ts';
import type { Conversations } from '../../conversations/conversations.ts';
import { absent, strange } from '../../conversations/conversations.ts';
import { exportJson, exportMarkdown } from '../../conversations/export-conversation.ts';
import type { Refused } from '../../conversations/next-node.ts';
import type { ConversationStore } from '../../store/conversations/conversation-store.ts';
import type { Channel } from '../channel.ts';
import { answerJson } from '../http/answer-json.ts';
import { eventStream } from '../http/event-stream.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';

interface Needs {
  conversations: Conversations;
  conversationStore: ConversationStore;
  channel: Channel;
}

const MOST_LISTED = 200;
/** Bytes of a conversation that is brought in. */
const MOST_BYTES = 64 * 1024 * 1024;

const refused = ({ status, code, message, path, hint }: Refused): Response =>
  refuse(status, code, message, { ...(path ? { path } : {}), ...(hint ? { hint } : {}) });
const none = (id: string): Response => refused(absent(id));

/** The first message that stands nowhere: its id is another's, or what it answers did not come before it. */
function strayNode(nodes: readonly ConversationNode[]): Response | undefined {
  const known = new Set<string>();
  for (const [at, { id, parent }] of nodes.entries()) {
    if (known.has(id) || (parent !== null && !known.has(parent))) {
      const why = known.has(id)
        ? 'its id is that of another'
        : 'what it answers comes before it nowhere';
      return refuse(400, 'stray-node', `Message ${at + 1} has no place: ${why}`, {
        path: `nodes.${at}`,
      });
    }
    known.add(id);
  }
  return undefined;
}

/** Conversations: made, listed, read, changed, deleted. */
export const conversationRoutes = ({
  conversations,
  conversationStore: store,
  channel,
}: Needs): Route[] => {
  const changed = (id: string) => channel.tell({ event: 'conversations', data: { ids: [id] } });
  const whole = (id: string): Conversation | undefined => {
    const kept = store.head(id);
    if (!kept) return undefined;
    const isGoingOn = conversations.isGoingOn(id);
    return { ...kept.head, setup: kept.setup, nodes: store.nodes(id), isGoingOn };
  };
  return [
    route({
      method: 'GET',
      path: '/api/conversations',
      access: 'author',
      summary: 'The conversations, last changed first',
      query: {
        q: 'Words that all stand in the title or in messages',
        before: 'The "next" of an earlier list',
        limit: `How many, at most ${MOST_LISTED}`,
      },
      answer: ConversationList,
      handle({ query }) {
        const limit = Number(query.get('limit') ?? 50);
        if (!Number.isInteger(limit) || limit < 1)
          return refuse(400, 'bad-limit', '"limit" is no whole number above 0', { path: 'limit' });
        const asked = {
          query: query.get('q') ?? undefined,
          before: query.get('before') ?? undefined,
        };
        return answerJson(store.list({ ...asked, limit: Math.min(limit, MOST_LISTED) }));
      },
    }),
    route({
      method: 'POST',
      path: '/api/conversations',
      access: 'author',
      summary: 'Begins a conversation, or brings in an exported one',
      body: ConversationStart,
      bodyBytes: MOST_BYTES,
      answer: ConversationHead,
      handle({ body }) {
        const stray = strayNode(body.nodes ?? []);
        if (stray) return stray;
        const { head } = store.begin({ ...body, id: crypto.randomUUID() });
        changed(head.id);
        return answerJson(head, { status: 201 });
      },
    }),
    route({
      method: 'GET',
      path: '/api/conversations/:id',
      access: 'author',
      summary: 'A conversation with every message of all its branches',
      answer: Conversation,
      handle({ params: { id = '' } }) {
        const found = whole(id);
        return found ? answerJson(found) : none(id);
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/conversations/:id',
      access: 'author',
      summary: 'Gives a conversation another title, or another setup from its next turn on',
      body: ConversationChange,
      answer: ConversationHead,
      handle({ params: { id = '' }, body }) {
        store.change(id, body);
        const kept = store.head(id);
        if (!kept) return none(id);
        changed(id);
        return answerJson(kept.head);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/conversations/:id',
      access: 'author',
      summary: 'Stops a conversation and deletes it; the runs of its calls stay in the history',
      async handle({ params: { id = '' } }) {
        await conversations.stop(id);
        if (!store.remove(id)) return none(id);
        changed(id);
        return new Response(null, { status: 204 });
      },
    }),
    ...turnRoutes({ conversations, store }),
  ];
};

/** What is done with one conversation beside changing it. */
const turnRoutes = ({
  conversations,
  store,
}: {
  conversations: Conversations;
  store: ConversationStore;
}): Route[] => [
  route({
    method: 'POST',
    path: '/api/conversations/:id/turns',
    access: 'author',
    summary:
      'Goes on after a message, and answers with server-sent events: node, text, reasoning, call, usage, retry, run, stopped; closing the connection stops the turn',
    body: TurnRequest,
    handle({ params: { id = '' }, body, caller }) {
      const turn = conversations.take(id, body, caller);
      if (!turn.ok) return refused(turn);
      return eventStream((send, gone) => turn.go((event) => send(event.type, event), gone));
    },
  }),
  route({
    method: 'POST',
    path: '/api/conversations/:id/request',
    access: 'author',
    summary: 'What a model would be sent after a message, byte for byte; nothing is sent',
    body: RequestAsked,
    answer: RequestShown,
    async handle({ params: { id = '' }, body: { parent, ...asked } }) {
      const kept = store.head(id);
      if (!kept) return none(id);
      const path = store.path(id, parent);
      if (!path) return refused(strange(parent));
      return answerJson(await conversations.show(kept.setup, path, asked));
    },
  }),
  route({
    method: 'GET',
    path: '/api/conversations/:id/export',
    access: 'author',
    summary: 'A conversation as a file: Markdown to read, or JSON that can be brought in again',
    query: { format: '"md" or "json"' },
    handle({ params: { id = '' }, query }) {
      const kept = store.head(id);
      if (!kept) return none(id);
      const format = query.get('format') ?? 'json';
      const headers = {
        'Content-Disposition': `attachment; filename="conversation-${id}.${format}"`,
      };
      if (format === 'json') return answerJson(exportJson(kept, store.nodes(id)), { headers });
      if (format !== 'md')
        return refuse(400, 'bad-format', 'Give "md" or "json"', { path: 'format' });
      const type = { 'Content-Type': 'text/markdown; charset=utf-8' };
      return new Response(exportMarkdown(kept, store.nodes(id)), {
        headers: { ...headers, ...type },
      });
    },
  }),
];
