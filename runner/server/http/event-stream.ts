import { writeJson } from '../../../shared/tool/exact-number.ts';

/** `number` is what a client may say to have missed nothing up to (`Last-Event-ID`). */
export type Send = (event: string, data: unknown, number?: number) => void;

const heartbeatMs = 15_000;
/** Bytes that wait for a reader at most: one that never reads is taken for gone. */
const MOST_UNREAD = 64 * 1024 * 1024;

/**
 * Answers with server-sent events (WHATWG HTML, section 9.2). `gone` is given when the other side
 * closes the connection or reads nothing of what waits for it; the stream ends when `produce` does.
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
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      const write = (piece: string) => {
        if (gone.signal.aborted) return;
        controller.enqueue(text.encode(piece));
        if ((controller.desiredSize ?? 0) > -MOST_UNREAD) return;
        controller.error(new Error('Nobody reads'));
        leave();
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
  };
  const body = new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: 0 }));
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
  });
}
