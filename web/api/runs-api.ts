import { z } from 'zod';
import { readJson } from '../../shared/tool/exact-number.ts';
import { ApprovalList, RunEvent } from '../../shared/protocol/events.ts';
import { RunDurations, RunList, RunRecord, RunRequest } from '../../shared/protocol/runs.ts';
import type { Decision, QuestionAnswer } from '../../shared/protocol/runs.ts';
import type { ApiError } from '../../shared/protocol/error.ts';
import { call, errorIn, jsonOf, send } from './client.ts';
import { readEvents } from './read-events.ts';

/** Which runs are wanted: the id of a folder, words, how they came out, since when (ms since 1970). */
export interface RunQuery {
  tool?: string;
  q?: string;
  success?: 'true' | 'false';
  outcome?: RunRecord['outcome'];
  since?: string;
}

const asked = (query: Record<string, string | undefined>): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

const path = (id: string) => `/api/runs/${encodeURIComponent(id)}`;
const Nothing = z.unknown();

/** Why a run gave no events, or no last one. */
export type RunFailure =
  | { type: 'offline' }
  | { type: 'no-session' }
  | { type: 'broken-off' }
  | { type: 'refused'; error: ApiError['error'] };

/** The events of a run as they come; the last is `ended` or a failure. Aborting breaks off the reading. */
async function* start(
  request: z.input<typeof RunRequest>,
  signal: AbortSignal,
): AsyncGenerator<RunEvent | RunFailure> {
  yield* told(await send('/api/runs', { method: 'POST', body: request, signal }), signal);
}

/** The events of a run that goes on, from its beginning; a failure where it does not. */
async function* hear(id: string, signal: AbortSignal): AsyncGenerator<RunEvent | RunFailure> {
  const headers = { Accept: 'text/event-stream' };
  yield* told(await send(`${path(id)}/events`, { headers, signal }), signal);
}

async function* told(
  response: Response | undefined,
  signal: AbortSignal,
): AsyncGenerator<RunEvent | RunFailure> {
  if (!response) return yield { type: 'offline' };
  if (response.status === 401) return yield { type: 'no-session' };
  if (!response.ok || !response.body) {
    const body: unknown = await jsonOf(response);
    return yield { type: 'refused', error: errorIn(response.status, body) };
  }
  try {
    for await (const { event, data } of readEvents(response.body)) {
      const parsed = RunEvent.safeParse({ ...Object(readJson(data)), type: event });
      // A newer runner may tell more than this page knows of.
      if (!parsed.success) continue;
      yield parsed.data;
      if (parsed.data.type === 'ended') return;
    }
  } catch (thrown) {
    if (signal.aborted) throw thrown;
  }
  yield { type: 'broken-off' };
}

export const runsApi = {
  start,
  hear,
  cancel: (id: string) => call(path(id), Nothing, { method: 'DELETE' }),
  decide: (runId: string, decision: Decision) =>
    call(`${path(runId)}/decision`, Nothing, { method: 'POST', body: decision }),
  answer: (runId: string, answer: QuestionAnswer) =>
    call(`${path(runId)}/answer`, Nothing, { method: 'POST', body: answer }),
  approvals: () => call('/api/approvals', ApprovalList),
  list: (query: RunQuery = {}, before?: string) =>
    call(`/api/runs${asked({ ...query, before })}`, RunList),
  durations: (query: RunQuery, points: number) =>
    call(`/api/runs/durations${asked({ ...query, points: String(points) })}`, RunDurations),
  read: (id: string) => call(path(id), RunRecord),
};
