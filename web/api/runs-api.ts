import { z } from 'zod';
import { ApprovalList, RunEvent } from '../../shared/protocol/events.ts';
import { RunList, RunRecord, RunRequest } from '../../shared/protocol/runs.ts';
import type { Decision } from '../../shared/protocol/runs.ts';
import { ApiError } from '../../shared/protocol/error.ts';
import { call } from './call.ts';
import { readEvents } from './read-events.ts';
import { send } from './send.ts';

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
  const response = await send('/api/runs', { method: 'POST', body: request, signal });
  if (!response) return yield { type: 'offline' };
  if (response.status === 401) return yield { type: 'no-session' };
  if (!response.ok || !response.body) {
    const parsed = ApiError.safeParse(await response.json().catch(() => undefined));
    const error = parsed.success
      ? parsed.data.error
      : { code: 'unknown', message: `The runner answered with status ${response.status}` };
    return yield { type: 'refused', error };
  }
  try {
    for await (const { event, data } of readEvents(response.body)) {
      const parsed = RunEvent.safeParse({ ...JSON.parse(data), type: event });
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
  cancel: (id: string) => call(path(id), Nothing, { method: 'DELETE' }),
  decide: (runId: string, decision: Decision) =>
    call(`${path(runId)}/decision`, Nothing, { method: 'POST', body: decision }),
  approvals: () => call('/api/approvals', ApprovalList),
  list: (before?: string) =>
    call(
      before === undefined ? '/api/runs' : `/api/runs?before=${encodeURIComponent(before)}`,
      RunList,
    ),
  read: (id: string) => call(path(id), RunRecord),
};
