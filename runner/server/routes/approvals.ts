import { ApprovalList } from '../../../shared/protocol/events.ts';
import { Decision } from '../../../shared/protocol/runs.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';

export const listApprovals = route({
  method: 'GET',
  path: '/api/approvals',
  access: 'page',
  summary: 'The questions that wait for the person',
  answer: ApprovalList,
  handle({ parts }) {
    return Response.json({ approvals: parts.approvals.pending() } satisfies ApprovalList);
  },
});

export const decideRun = route({
  method: 'POST',
  path: '/api/runs/:id/decision',
  access: 'page',
  summary: "Answers a run's question; a program's token cannot",
  body: Decision.strict(),
  async handle({ params, body, parts }) {
    return (await parts.approvals.decide(params.id ?? '', body))
      ? new Response(null, { status: 204 })
      : refuse(404, 'no-such-question', 'That question was answered, has expired, or never was', {
          path: 'id',
        });
  },
});
