import { RunEvent } from '../../shared/protocol/events.ts';
import type { PlainAnswer } from '../../shared/protocol/runs.ts';
import { eventStream, type Send } from './event-stream.ts';

type Produce = (send: Send, gone: AbortSignal) => Promise<void>;

/** Whether a caller wants one answer and no events: it accepts JSON and does not name event streams. */
const wantsPlain = (request: Request): boolean => {
  const accept = request.headers.get('Accept') ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
};

async function plainAnswer(produce: Produce, gone: AbortSignal): Promise<PlainAnswer> {
  let last: unknown;
  await produce((_event, data) => (last = data), gone);
  const ended = RunEvent.parse(last);
  if (ended.type !== 'ended') throw new Error(`A run ended with "${ended.type}"`);
  const { success, error, ...result } = ended.result;
  return { success, result, ...(error === undefined ? {} : { error }) };
}

/** One JSON text, once it is known; a stream, because only a stream hears that its reader has gone. */
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
  return new Response(body, {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}

/** Answers a run with its events as they happen, or once with a `PlainAnswer` when it has ended. */
export const runAnswer = (request: Request, produce: Produce): Response =>
  wantsPlain(request) ? lateJson((gone) => plainAnswer(produce, gone)) : eventStream(produce);
