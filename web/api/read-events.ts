import { EventSourceParserStream } from 'eventsource-parser/stream';

export interface ServerEvent {
  event: string;
  data: string;
  /** Its number, where the stream says one. */
  id?: string;
}

/**
 * Reads a body of server-sent events (WHATWG HTML, section 9.2) as they arrive. Comments and
 * retry times are passed over; an event that the end of the body cuts off is not given.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as Decoder)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield {
        event: value.event ?? 'message',
        data: value.data,
        ...(value.id && { id: value.id }),
      };
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

// The DOM's own types call the decoder's input a BufferSource, which a stream of bytes does not match.
type Decoder = ReadableWritablePair<string, Uint8Array>;
