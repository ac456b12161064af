import type { RunEvent } from '../../../shared/protocol/events.ts';
import type { PlainAnswer } from '../../../shared/protocol/runs.ts';
import type { Done } from '../../calls/runs.ts';
import { eventStream } from './event-stream.ts';

type Produce = (tell: (event: RunEvent) => void, gone: AbortSignal) => Promise<Done>;

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

async function plainAnswer(produce: Produce, gone: AbortSignal): Promise<PlainAnswer> {
  const done = await produce(() => undefined, gone);
  const { success, error, ...result } = done.result;
  return { success, result, ...(error === undefined ? {} : { error }) };
}

/**
 * One JSON text, once it is known; a stream, because only a stream hears that its reader has gone. (On
 * Deno 2.9.6 the signal of a request now and then says so only when something else happens.)
 */
function lateJson(produce: (gone: AbortSignal) => Promise<object>): Response {
  const gone = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const answer = await produce(gone.signal);
      if (gone.signal.aborted) return;
      controller.enqueue(new TextEncoder().encode(JSON.stringify(answer)));
      controller.close();
    },
    cancel: () => gone.abort(),
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}

/** Answers a run with its events as they happen, or once with a `PlainAnswer` when it has ended. */
export const runAnswer = (request: Request, produce: Produce): Response =>
  wantsPlain(request)
    ? lateJson((gone) => plainAnswer(produce, gone))
    : eventStream((send, gone) => produce((event) => send(event.type, wireOf(event)), gone));
