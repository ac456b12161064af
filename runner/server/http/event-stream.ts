import { writeJson } from '../../../shared/tool/exact-number.ts';

/** `number` is what a client may say to have missed nothing up to (`Last-Event-ID`). */
export type Send = (event: string, data: unknown, number?: number) => void;

const heartbeatMs = 15_000;
/** Bytes that wait for a reader at most: one that never reads is taken for gone. */
const MOST_UNREAD = 64 * 1024 * 1024;
/** Characters that are held for one write. */
const MOST_HELD = 64 * 1024;

/**
 * Answers with server-sent events (WHATWG HTML, section 9.2). `gone` is given when the other side
 * closes the connection or reads nothing of what waits for it; the stream ends when `produce` does.
 * What is said in one turn of the event loop goes out in one piece, since each takes a write of its own.
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
      // A first comment makes the headers travel before anything has happened.
      let held = ': lathe\n\n';
      let isDue = false;
      const flush = () => {
        isDue = false;
        if (gone.signal.aborted || held === '') return;
        controller.enqueue(text.encode(held));
        held = '';
        if ((controller.desiredSize ?? 0) > -MOST_UNREAD) return;
        controller.error(new Error('Nobody reads'));
        leave();
      };
      const write = (piece: string) => {
        held += piece;
        if (held.length > MOST_HELD) flush();
        else if (!isDue) {
          isDue = true;
          setImmediate(flush);
        }
      };
      flush();
      heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
      const send: Send = (event, data, number) => {
        if (gone.signal.aborted) return;
        const id = number === undefined ? '' : `id: ${number}\n`;
        write(`${id}event: ${event}\ndata: ${writeJson(data)}\n\n`);
      };
      produce(send, gone.signal).then(
        () => {
          clearInterval(heartbeat);
          flush();
          if (!gone.signal.aborted) controller.close();
        },
        (error: unknown) => {
          clearInterval(heartbeat);
          flush();
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
