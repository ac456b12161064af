import { TurnRequest } from '../../../../shared/protocol/conversations/conversations.ts';
import { absent, type Conversations } from '../../../conversations/conversations.ts';
import type { TurnLog } from '../../../conversations/turn-log.ts';
import type { ConversationStore } from '../../../store/conversations/conversation-store.ts';
import { eventStream } from '../../http/event-stream.ts';
import { refuse } from '../../http/refuse.ts';
import { route, type Route } from '../../http/route.ts';
import { refused } from './views.ts';

const over = (turn: string): Response =>
  refuse(404, 'no-such-turn', `There is no running turn "${turn}"`, {
    hint: 'Read the conversation: it says how far the turn came',
  });

/** Streams the events of a turn after a number. Closing the connection does not stop the turn. */
const told = (log: TurnLog, after: number): Response =>
  eventStream((send, gone) =>
    log.watch(after, ({ number, event }) => send(event.type, event, number), gone),
  );

interface Needs {
  conversations: Conversations;
  store: Pick<ConversationStore, 'head'>;
}

/** Routes that start, watch and stop the turns of a conversation. */
export const turnRoutes = ({ conversations, store }: Needs): Route[] => [
  route({
    method: 'POST',
    path: '/api/conversations/:id/turns',
    access: 'author',
    summary:
      'Goes on after a message, and answers with server-sent events: begun, node, text, reasoning, call, usage, retry, run, stopped; the turn goes on when the connection is closed',
    body: TurnRequest,
    handle({ params: { id = '' }, body, caller }) {
      const begun = conversations.begin(id, body, caller);
      return begun.ok ? told(begun.log, 0) : refused(begun);
    },
  }),
  route({
    method: 'GET',
    path: '/api/conversations/:id/turns/:turn',
    access: 'author',
    summary:
      'Streams a running turn: past events, except those that a later message contains, then new ones',
    query: { after: 'The number of the last event that was heard; "Last-Event-ID" says the same' },
    handle({ params: { id = '', turn = '' }, query, request }) {
      const log = conversations.living.log(id, turn);
      if (!log) return over(turn);
      const after = Number(query.get('after') ?? request.headers.get('Last-Event-ID') ?? 0);
      if (!Number.isSafeInteger(after) || after < 0)
        return refuse(400, 'bad-number', '"after" must be the number of an event', {
          path: 'after',
        });
      return told(log, after);
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/conversations/:id/turns/:turn',
    access: 'author',
    summary: 'Stops a turn, and answers when it has ended; its messages stay',
    handle: async ({ params: { id = '', turn = '' } }) =>
      (await conversations.living.stop(id, turn))
        ? new Response(null, { status: 204 })
        : over(turn),
  }),
  route({
    method: 'POST',
    path: '/api/conversations/:id/stop',
    access: 'author',
    summary: 'Stops all turns of a conversation, and answers when they have ended',
    async handle({ params: { id = '' } }) {
      if (!store.head(id)) return refused(absent(id));
      await conversations.living.stop(id);
      return new Response(null, { status: 204 });
    },
  }),
];
