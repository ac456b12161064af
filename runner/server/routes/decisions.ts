import { DecisionList } from '../../../shared/protocol/decisions.ts';
import { ApprovalList } from '../../../shared/protocol/events.ts';
import { Decision, QuestionAnswer } from '../../../shared/protocol/runs.ts';
import type { Approvals } from '../../calls/approvals.ts';
import type { Runs } from '../../calls/runs.ts';
import type { Grants } from '../../store/grants.ts';
import type { RunStore } from '../../store/runs/run-store.ts';
import type { Settings } from '../../store/settings.ts';
import type { Channel } from '../channel.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { answerJson } from '../http/answer-json.ts';

interface Needs {
  approvals: Approvals;
  runs: Runs;
  grants: Grants;
  history: RunStore;
  settings: Settings;
  channel: Channel;
}

const mostPast = 100;
const settled = 'That question was answered, has expired, or never was';

/** Routes for the person's decisions: open questions, remembered answers, and tools' own questions. */
export const decisionRoutes = (needs: Needs): Route[] => {
  const { approvals, runs, grants, history, settings, channel } = needs;
  return [
    route({
      method: 'GET',
      path: '/api/approvals',
      access: 'page',
      summary: 'The open questions to the person',
      answer: ApprovalList,
      handle: () => answerJson({ approvals: approvals.pending() } satisfies ApprovalList),
    }),
    route({
      method: 'POST',
      path: '/api/runs/:id/decision',
      access: 'page',
      summary: "Answers a run's question; a program's token cannot",
      body: Decision.strict(),
      handle: async ({ params, body }) =>
        (await approvals.decide(params.id ?? '', body))
          ? new Response(null, { status: 204 })
          : refuse(404, 'no-such-question', settled, { path: 'id' }),
    }),
    route({
      method: 'POST',
      path: '/api/runs/:id/answer',
      access: 'page',
      summary: "Answers a tool's question to the person; a program's token cannot",
      body: QuestionAnswer.strict(),
      handle: ({ params, body }) =>
        runs.answer(params.id ?? '', body)
          ? new Response(null, { status: 204 })
          : refuse(404, 'no-such-question', settled, { path: 'id' }),
    }),
    route({
      method: 'GET',
      path: '/api/decisions',
      access: 'page',
      summary: 'The remembered decisions, and the last answers',
      answer: DecisionList,
      handle: () => {
        const past = history.decisions(mostPast);
        return answerJson({ kept: grants.list(), past } satisfies DecisionList);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/decisions/:id',
      access: 'page',
      summary: 'Revokes a decision: what it covered needs approval again',
      async handle({ params }) {
        if (!(await grants.revoke(params.id ?? '')))
          return refuse(404, 'no-such-decision', 'There is no such decision', { path: 'id' });
        channel.tell({ event: 'settings', data: { revision: settings.revision } });
        return new Response(null, { status: 204 });
      },
    }),
  ];
};
