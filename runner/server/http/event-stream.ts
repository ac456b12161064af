import { writeJson } from '../../../shared/tool/exact-number.ts';

/** `number` is the event's id; a client sends the last one that it got (`Last-Event-ID`). */
export type Send = (event: string, data: unknown, number?: number) => void;

const heartbeatMs = 15_000;
/** The limit of bytes that wait for a reader; one that never reads counts as gone. */
const MOST_UNREAD = 64 * 1024 * 1024;
const NOBODY = 'Nobody reads';
/** The limit of characters that are combined in one write. */
const MOST_HELD = 64 * 1024;

type Controller = ReadableStreamDefaultController<Uint8Array>;

const isUnread = ({ desiredSize }: Controller) => (desiredSize ?? 0) <= -MOST_UNREAD;

/** A stream whose queue is counted in bytes. */
const streamOf = (source: UnderlyingDefaultSource<Uint8Array>) =>
  new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: 0 }));

/**
 * Answers with server-sent events (WHATWG HTML, section 9.2). `gone` aborts when the client closes the connection
 * or does not read; the stream ends with `produce`. Events of one turn of the event loop are written together,
 * because each write is costly.
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
      // A first comment sends the headers before the first event.
      let held = ': lathe\n\n';
      let isDue = false;
      let isOver = false;
      const flush = () => {
        isDue = false;
        if (isOver || gone.signal.aborted || held === '') return;
        controller.enqueue(text.encode(held));
        held = '';
        if (!isUnread(controller)) return;
        controller.error(new Error(NOBODY));
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
        // Whoever tells something later must not break what has ended.
        if (isOver || gone.signal.aborted) return;
        const id = number === undefined ? '' : `id: ${number}\n`;
        write(`${id}event: ${event}\ndata: ${writeJson(data)}\n\n`);
      };
      const finish = (end: () => void) => {
        clearInterval(heartbeat);
        flush();
        isOver = true;
        if (!gone.signal.aborted) end();
      };
      produce(send, gone.signal).then(
        () => finish(() => controller.close()),
        (error: unknown) => finish(() => controller.error(error)),
      );
    },
    cancel: leave,
  };
  return new Response(streamOf(source), {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
  });
}

/**
 * Returns server-sent events of other code, which writes without waiting for its reader, with the same limit: a
 * client that does not read loses the stream, and the code learns that it is gone. Other answers stay as they are.
 */
export function readOrLost(answer: Response): Response {
  const isStream = answer.headers.get('Content-Type')?.startsWith('text/event-stream');
  if (answer.body === null || !isStream) return answer;
  const reader = answer.body.getReader();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => void pass(reader, controller),
    cancel: (why) => reader.cancel(why),
  };
  return new Response(streamOf(source), answer);
}

async function pass(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  controller: Controller,
): Promise<void> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      controller.enqueue(value);
      if (!isUnread(controller)) continue;
      controller.error(new Error(NOBODY));
      return await reader.cancel(NOBODY);
    }
  } catch (error) {
    // Changes nothing if the client has left.
    controller.error(error);
  }
}
