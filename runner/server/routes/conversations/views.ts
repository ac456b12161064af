import {
  RequestAsked,
  RequestShown,
} from '../../../../shared/protocol/conversations/conversations.ts';
import { absent, strange } from '../../../conversations/conversations.ts';
import { exportJson, exportMarkdown } from '../../../conversations/export-conversation.ts';
import type { Refused } from '../../../conversations/next-node.ts';
import { showRequest, type ShowNeeds } from '../../../conversations/show-request.ts';
import type { ConversationStore } from '../../../store/conversations/conversation-store.ts';
import type { Settings } from '../../../store/settings.ts';
import { answerJson } from '../../http/answer-json.ts';
import { refuse } from '../../http/refuse.ts';
import { route, type Route } from '../../http/route.ts';

export const refused = ({ status, code, message, path, hint }: Refused): Response =>
  refuse(status, code, message, { ...(path ? { path } : {}), ...(hint ? { hint } : {}) });
const none = (id: string): Response => refused(absent(id));

interface Needs extends ShowNeeds {
  store: Pick<ConversationStore, 'head' | 'path' | 'nodes'>;
  settings: Pick<Settings, 'current'>;
}

/** Routes that return a conversation as the request to a model, and as a file. */
export const viewRoutes = ({ store, settings, ...showing }: Needs): Route[] => [
  route({
    method: 'POST',
    path: '/api/conversations/:id/request',
    access: 'author',
    summary: 'The request that a model would get after a message, byte for byte; sends nothing',
    body: RequestAsked,
    answer: RequestShown,
    async handle({ params: { id = '' }, body: { parent, ...asked } }) {
      const kept = store.head(id);
      if (!kept) return none(id);
      const path = store.path(id, parent);
      if (!path) return refused(strange(parent));
      const shown = await showRequest(kept.setup, path, asked, showing);
      if ('why' in shown)
        return refuse(
          422,
          'no-request',
          `Cannot make a request from these messages: ${shown.why}`,
          {
            values: { why: shown.why },
          },
        );
      return answerJson(shown);
    },
  }),
  route({
    method: 'GET',
    path: '/api/conversations/:id/export',
    access: 'author',
    summary: 'A conversation as a file: Markdown to read, or JSON to import again',
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
        return refuse(400, 'bad-format', 'Use "md" or "json"', { path: 'format' });
      const type = { 'Content-Type': 'text/markdown; charset=utf-8' };
      return new Response(exportMarkdown(kept, store.nodes(id), settings.current.prices), {
        headers: { ...headers, ...type },
      });
    },
  }),
];
