import { DecisionList } from '../../../shared/protocol/decisions.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';

const mostPast = 100;

export const listDecisions = route({
  method: 'GET',
  path: '/api/decisions',
  access: 'page',
  summary: 'What the person decided for longer than once, and the last answers',
  answer: DecisionList,
  handle({ parts }) {
    const kept = parts.grants.list();
    return Response.json({
      kept,
      past: parts.history.decisions(mostPast),
    } satisfies DecisionList);
  },
});

export const revokeDecision = route({
  method: 'DELETE',
  path: '/api/decisions/:id',
  access: 'page',
  summary: 'Takes a decision back: what it covered is asked for anew',
  async handle({ params, parts }) {
    if (!(await parts.grants.revoke(params.id ?? ''))) {
      return refuse(404, 'no-such-decision', 'There is no such decision', { path: 'id' });
    }
    parts.channel.tell({ event: 'settings', data: { revision: parts.settings.revision } });
    return new Response(null, { status: 204 });
  },
});
