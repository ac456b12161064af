import { RunList, RunRecord } from '../../shared/protocol/runs.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';

const mostPerList = 200;
const absent = (id: string) => refuse(404, 'no-such-run', `There is no run "${id}"`);

export const listRuns = route({
  method: 'GET',
  path: '/api/runs',
  access: 'known',
  summary: 'The history of finished runs, newest first',
  query: {
    before: 'The "next" of an earlier list',
    limit: `How many, at most ${mostPerList}`,
    tool: 'The id of a folder',
    outcome: 'How the run ended',
  },
  answer: RunList,
  handle({ caller, query, parts }) {
    const limit = Number(query.get('limit') ?? 50);
    if (!Number.isInteger(limit) || limit < 1) {
      return refuse(400, 'bad-limit', '"limit" is no whole number above 0', { path: 'limit' });
    }
    const { data: outcome, success } = RunRecord.shape.outcome
      .optional()
      .safeParse(query.get('outcome') ?? undefined);
    if (!success) {
      const hint = `Known are ${RunRecord.shape.outcome.options.join(', ')}`;
      return refuse(400, 'bad-outcome', 'No run ends like that', { path: 'outcome', hint });
    }
    return Response.json(
      parts.history.list({
        before: query.get('before') ?? undefined,
        limit: Math.min(limit, mostPerList),
        tool: query.get('tool') ?? undefined,
        outcome,
        caller: caller === 'user' ? caller : undefined,
      }),
    );
  },
});

export const readRun = route({
  method: 'GET',
  path: '/api/runs/:id',
  access: 'known',
  summary: 'A finished run with its result and its ending',
  answer: RunRecord,
  handle({ caller, params, parts }) {
    const { id = '' } = params;
    const found = parts.history.read(id);
    const isTheirs = caller !== 'user' || found?.caller === 'user';
    return found && isTheirs ? Response.json(found.record) : absent(id);
  },
});

export const cancelRun = route({
  method: 'DELETE',
  path: '/api/runs/:id',
  access: 'known',
  summary: 'Cancels a run that is going on',
  handle({ caller, params, parts }) {
    const { id = '' } = params;
    const starter = parts.runs.callerOf(id);
    if (starter === undefined || (caller === 'user' && starter !== 'user')) return absent(id);
    parts.runs.cancel(id);
    return new Response(null, { status: 204 });
  },
});
