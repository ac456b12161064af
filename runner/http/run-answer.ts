import type { RunEvent } from '../../shared/protocol/events.ts';
import type { PlainAnswer } from '../../shared/protocol/runs.ts';
import { eventStream } from './event-stream.ts';

type Produce = (tell: (event: RunEvent) => void, gone: AbortSignal) => Promise<void>;

/** Whether a caller wants one answer and no events: it accepts JSON and does not name event streams. */
const wantsPlain = (request: Request): boolean => {
  const accept = request.headers.get('Accept') ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
};

/** The event as its schema has it; what an approval or an update says also lies on top, for plain readers. */
const wireOf = (event: RunEvent) => ({
  ...(event.type === 'approval' ? event.approval : {}),
  ...(event.type === 'update' ? event.update : {}),
  ...(event.type === 'question' ? event.question : {}),
  ...event,
});

async function plainAnswer(produce: Produce, gone: AbortSignal): Promise<Response> {
  let last: RunEvent | undefined;
  await produce((event) => (last = event), gone);
  if (last?.type !== 'ended') throw new Error(`A run ended with "${last?.type}"`);
  const { success, error, ...result } = last.result;
  const answer: PlainAnswer = { success, result, ...(error === undefined ? {} : { error }) };
  return Response.json(answer);
}

/** Answers a run with its events as they happen, or once with a `PlainAnswer` when it has ended. */
export const runAnswer = (request: Request, produce: Produce): Response | Promise<Response> =>
  wantsPlain(request)
    ? plainAnswer(produce, request.signal)
    : eventStream((send, gone) => produce((event) => send(event.type, wireOf(event)), gone));
