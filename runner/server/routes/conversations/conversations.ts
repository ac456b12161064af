import {
  Conversation,
  ConversationChange,
  ConversationHead,
  ConversationList,
  ConversationStart,
  StopReason,
  type ConversationNode,
} from '../../../../shared/protocol/conversations/conversations.ts';
import { absent, type Conversations } from '../../../conversations/conversations.ts';
import type { ShowNeeds } from '../../../conversations/show-request.ts';
import type { ConversationStore } from '../../../store/conversations/conversation-store.ts';
import type { Settings } from '../../../store/settings.ts';
import type { Channel } from '../../channel.ts';
import { answerJson } from '../../http/answer-json.ts';
import { refuse } from '../../http/refuse.ts';
import { route, type Route } from '../../http/route.ts';
import { turnRoutes } from './turns.ts';
import { refused, viewRoutes } from './views.ts';

interface Needs extends ShowNeeds {
  conversations: Conversations;
  settings: Pick<Settings, 'current'>;
  conversationStore: ConversationStore;
  channel: Channel;
}

const MOST_LISTED = 200;
/** The limit of an imported conversation in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Returns the first message without a valid place: its id is taken, or its parent does not come before it. */
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

const none = (id: string): Response => refused(absent(id));

/** Routes that create, list, read, change and delete conversations. */
export const conversationRoutes = ({
  conversations,
  conversationStore: store,
  channel,
  ...showing
}: Needs): Route[] => {
  const { living } = conversations;
  const changed = (id: string) => channel.tell({ event: 'conversations', data: { ids: [id] } });
  const whole = (id: string): Conversation | undefined => {
    const kept = store.head(id);
    if (!kept) return undefined;
    const nodes = store.nodes(id);
    return {
      ...kept.head,
      setup: kept.setup,
      nodes,
      isGoingOn: living.isGoingOn(id),
      turns: living.of(id),
    };
  };
  return [
    route({
      method: 'GET',
      path: '/api/conversations',
      access: 'author',
      summary: 'The conversations, last changed first',
      query: {
        q: 'Words that all stand in the title or in messages',
        stopped: 'How the last turn ended, such as "error" or "answer-awaited"',
        before: 'The "next" of an earlier list',
        limit: `How many, at most ${MOST_LISTED}`,
      },
      answer: ConversationList,
      handle({ query }) {
        const limit = Number(query.get('limit') ?? 50);
        if (!Number.isInteger(limit) || limit < 1)
          return refuse(400, 'bad-limit', '"limit" must be a whole number above 0', {
            path: 'limit',
          });
        const stopped = StopReason.optional().safeParse(query.get('stopped') ?? undefined);
        if (!stopped.success)
          return refuse(
            400,
            'bad-stop-reason',
            `"stopped" is none of ${StopReason.options.join(', ')}`,
            {
              path: 'stopped',
            },
          );
        const { conversations: heads, ...rest } = store.list({
          query: query.get('q') ?? undefined,
          stopped: stopped.data,
          before: query.get('before') ?? undefined,
          limit: Math.min(limit, MOST_LISTED),
        });
        const listed = heads.map((head) => ({ ...head, isGoingOn: living.isGoingOn(head.id) }));
        return answerJson({ conversations: listed, ...rest } satisfies ConversationList);
      },
    }),
    route({
      method: 'POST',
      path: '/api/conversations',
      access: 'author',
      summary: 'Starts a conversation, or imports an exported one',
      body: ConversationStart,
      bodyBytes: MOST_BYTES,
      answer: ConversationHead,
      async handle({ body }) {
        const stray = strayNode(body.nodes ?? []);
        if (stray) return stray;
        const { head } = await store.bringIn({ ...body, id: crypto.randomUUID() });
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
      summary: 'Changes the title, or the setup from the next turn on, or discards a plan',
      body: ConversationChange,
      answer: ConversationHead,
      handle({ params: { id = '' }, body }) {
        const { discarded, ...change } = body;
        if (!store.head(id)) return none(id);
        if (discarded !== undefined) {
          const plan = store.path(id, discarded)?.at(-1);
          if (plan?.role !== 'answer')
            return refuse(404, 'no-such-node', `The conversation has no answer "${discarded}"`, {
              path: 'discarded',
            });
          store.put(id, { ...plan, discarded: true });
        }
        store.change(id, change);
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
        await living.stop(id);
        if (!store.remove(id)) return none(id);
        changed(id);
        return new Response(null, { status: 204 });
      },
    }),
    ...turnRoutes({ conversations, store }),
    ...viewRoutes({ ...showing, store }),
  ];
};
