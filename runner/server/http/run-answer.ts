import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { RunEvent } from '../../../shared/protocol/events.ts';
import type { PlainAnswer } from '../../../shared/protocol/runs.ts';
import type { Done } from '../../../shared/registry/tool.ts';
import { eventStream } from './event-stream.ts';

type Produce = (tell: (event: RunEvent) => void, gone: AbortSignal) => Promise<Done>;

/** Whether a caller wants one answer instead of events: it accepts JSON and does not name event streams. */
const wantsPlain = (request: Request): boolean => {
  const accept = request.headers.get('Accept') ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
};

/** Returns the event with the fields of an approval or an update also at the top level, for simple readers. */
export const wireOf = (event: RunEvent) => ({
  ...(event.type === 'approval' ? event.approval : {}),
  ...(event.type === 'update' ? event.update : {}),
  ...(event.type === 'question' ? event.question : {}),
  ...event,
});

/** Returns the answer for a caller that wants one. */
export function plainAnswer({ result: { success, error, ...result } }: Done): PlainAnswer {
  return { success, result, ...(error === undefined ? {} : { error }) };
}

/**
 * Sends one JSON text once it is known, head and body together. Both engines abort a request's signal as soon as
 * its connection closes.
 */
async function lateJson(
  { signal }: Request,
  produce: (gone: AbortSignal) => Promise<object>,
): Promise<Response> {
  const text = writeJson(await produce(signal));
  return new Response(text, { headers: { 'Content-Type': 'application/json' } });
}

/** Answers a run with its events as they happen, or once with the result of `plain` at its end. */
export const runAnswer = (
  request: Request,
  produce: Produce,
  plain: (done: Done) => object,
): Response | Promise<Response> =>
  wantsPlain(request)
    ? lateJson(request, async (gone) => plain(await produce(() => undefined, gone)))
    : eventStream((send, gone) => produce((event) => send(event.type, wireOf(event)), gone));
