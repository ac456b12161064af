import { RunEvent } from '../../shared/protocol/events.ts';
import { PlainAnswer } from '../../shared/protocol/runs.ts';
import { eventStream, type Send } from './event-stream.ts';

/** Whether a caller wants one answer and no events: it accepts JSON and does not name event streams. */
const wantsPlain = (request: Request): boolean => {
  const accept = request.headers.get('Accept') ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
};

/** Answers a run with its events as they happen, or once with a `PlainAnswer` when it has ended. */
export async function runAnswer(
  request: Request,
  produce: (send: Send, gone: AbortSignal) => Promise<void>,
): Promise<Response> {
  if (!wantsPlain(request)) return eventStream(produce);
  let last: unknown;
  await produce((_event, data) => (last = data), request.signal);
  const ended = RunEvent.parse(last);
  if (ended.type !== 'ended') throw new Error(`A run ended with "${ended.type}"`);
  const { success, error, ...result } = ended.result;
  const answer: PlainAnswer = { success, result, ...(error === undefined ? {} : { error }) };
  return Response.json(answer);
}
