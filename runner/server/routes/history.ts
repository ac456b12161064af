import { RunDurations, RunList, RunRecord, RunStepList } from '../../../shared/protocol/runs.ts';
import type { Runs } from '../../calls/runs.ts';
import type { RunFilter } from '../../store/runs/run-query.ts';
import type { RunStore } from '../../store/runs/run-store.ts';
import { reach, type Caller } from '../guard/credential.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { answerJson } from '../http/answer-json.ts';
import { eventStream } from '../http/event-stream.ts';
import { wireOf } from '../http/run-answer.ts';

const mostPerList = 200;
const mostPoints = 200;
const mayTouch = (caller: Caller, starter: string | undefined): boolean =>
  starter !== undefined && (reach[caller].seesAllRuns || starter === caller);
const absent = (id: string) => refuse(404, 'no-such-run', `There is no run "${id}"`);

const filters = {
  tool: 'The id of a folder',
  outcome: 'How the run ended',
  success: '"true" or "false"',
  since: 'Only runs that began then or later, in milliseconds since 1970',
  q: "Words that stand in the tool's name, the arguments or the answer",
};

/** Returns the filter of a query; a user token gets only its own runs. */
function filterOf(query: URLSearchParams, caller: Caller): RunFilter | Response {
  const { data: outcome, success } = RunRecord.shape.outcome
    .optional()
    .safeParse(query.get('outcome') ?? undefined);
  if (!success) {
    const hint = `Known are ${RunRecord.shape.outcome.options.join(', ')}`;
    return refuse(400, 'bad-outcome', 'There is no such outcome', { path: 'outcome', hint });
  }
  const said = query.get('success');
  if (said !== null && said !== 'true' && said !== 'false') {
    return refuse(400, 'bad-success', 'Use "true" or "false"', { path: 'success' });
  }
  const since = query.get('since');
  if (since !== null && !/^\d{1,15}$/.test(since)) {
    const hint = 'Use milliseconds since 1970';
    return refuse(400, 'bad-since', '"since" is not a time', { path: 'since', hint });
  }
  return {
    tool: query.get('tool') ?? undefined,
    outcome,
    success: said === null ? undefined : said === 'true',
    since: since === null ? undefined : Number(since),
    query: query.get('q') ?? undefined,
    caller: reach[caller].seesAllRuns ? undefined : caller,
  };
}

/** Routes for past and current runs. */
export const historyRoutes = ({ history, runs }: { history: RunStore; runs: Runs }): Route[] => [
  route({
    method: 'GET',
    path: '/api/runs',
    access: 'known',
    summary: 'The history of finished runs, newest first',
    query: {
      before: 'The "next" of an earlier list',
      limit: `The number of runs, at most ${mostPerList}`,
      ...filters,
    },
    answer: RunList,
    handle({ caller, query }) {
      const limit = Number(query.get('limit') ?? 50);
      if (!Number.isInteger(limit) || limit < 1) {
        return refuse(400, 'bad-limit', '"limit" must be a whole number above 0', {
          path: 'limit',
        });
      }
      const filter = filterOf(query, caller);
      if (filter instanceof Response) return filter;
      return answerJson(
        history.list({
          ...filter,
          before: query.get('before') ?? undefined,
          limit: Math.min(limit, mostPerList),
        }),
      );
    },
  }),

  // Before the route with the id of a run, which would match, too.
  route({
    method: 'GET',
    path: '/api/runs/durations',
    access: 'known',
    summary: 'How long the newest runs took, and which folders have runs',
    query: { points: `The maximum number of intervals, up to ${mostPoints}`, ...filters },
    answer: RunDurations,
    handle({ caller, query }) {
      const points = Number(query.get('points') ?? 60);
      if (!Number.isInteger(points) || points < 1) {
        return refuse(400, 'bad-points', '"points" must be a whole number above 0', {
          path: 'points',
        });
      }
      const filter = filterOf(query, caller);
      if (filter instanceof Response) return filter;
      return answerJson(history.durations({ ...filter, points: Math.min(points, mostPoints) }));
    },
  }),

  route({
    method: 'GET',
    path: '/api/runs/:id',
    access: 'known',
    summary: 'A finished run with its result and its ending',
    answer: RunRecord,
    handle({ caller, params }) {
      const { id = '' } = params;
      const found = history.read(id);
      const isTheirs = reach[caller].seesAllRuns || found?.caller === caller;
      return found && isTheirs ? answerJson(found.record) : absent(id);
    },
  }),

  route({
    method: 'GET',
    path: '/api/runs/:id/steps',
    access: 'known',
    summary: 'The steps of a run, also while it is running',
    answer: RunStepList,
    handle({ caller, params }) {
      const { id = '' } = params;
      const starter = runs.callerOf(id) ?? history.read(id)?.caller;
      if (!mayTouch(caller, starter)) return absent(id);
      const steps = runs.stepsOf(id) ?? history.read(id)?.record.steps ?? [];
      return answerJson({ steps } satisfies RunStepList);
    },
  }),

  route({
    method: 'GET',
    path: '/api/runs/:id/events',
    access: 'known',
    summary: 'Streams a running run from its start, with the events of POST /api/runs',
    handle({ caller, params }) {
      const { id = '' } = params;
      if (!mayTouch(caller, runs.callerOf(id))) return absent(id);
      return eventStream(async (send, gone) => {
        await runs.hear(id, (event) => send(event.type, wireOf(event)), gone);
      });
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/runs/:id',
    access: 'known',
    summary: 'Cancels a running run',
    handle({ caller, params }) {
      const { id = '' } = params;
      const starter = runs.callerOf(id);
      if (!mayTouch(caller, starter)) return absent(id);
      runs.cancel(id);
      return new Response(null, { status: 204 });
    },
  }),
];
