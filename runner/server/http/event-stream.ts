import { writeJson } from '../../../shared/tool/exact-number.ts';

export type Send = (event: string, data: unknown) => void;

const heartbeatMs = 15_000;

/**
 * Answers with server-sent events (WHATWG HTML, section 9.2). `gone` is given when the other side
 * closes the connection; the stream ends when `produce` does.
 */
export function eventStream(
  produce: (send: Send, gone: AbortSignal) => Promise<unknown>,
): Response {
  const text = new TextEncoder();
  const gone = new AbortController();
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  const leave = () => {
    clearInterval(heartbeat);
    gone.abort();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (piece: string) => {
        if (!gone.signal.aborted) controller.enqueue(text.encode(piece));
      };
      // A first comment makes the headers travel before anything has happened.
      write(': lathe\n\n');
      heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
      const send: Send = (event, data) => write(`event: ${event}\ndata: ${writeJson(data)}\n\n`);
      produce(send, gone.signal).then(
        () => {
          clearInterval(heartbeat);
          if (!gone.signal.aborted) controller.close();
        },
        (error: unknown) => {
          clearInterval(heartbeat);
          if (!gone.signal.aborted) controller.error(error);
        },
      );
    },
    cancel: leave,
  });
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
  });
}
