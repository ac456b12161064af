import { writeJson } from '../../../shared/tool/exact-number.ts';

/** `number` is what a client may say to have missed nothing up to (`Last-Event-ID`). */
export type Send = (event: string, data: unknown, number?: number) => void;

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
      const send: Send = (event, data, number) =>
        write(
          `${number === undefined ? '' : `id: ${number}\n`}event: ${event}\ndata: ${writeJson(data)}\n\n`,
        );
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
