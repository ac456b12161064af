export interface ServerEvent {
  event: string;
  data: string;
}

/**
 * Reads a body of server-sent events (WHATWG HTML, section 9.2) as they arrive. Comments, ids and
 * retry times are passed over; an event that the end of the body cuts off is not given.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as Decoder).getReader();
  let rest = '';
  let event = 'message';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value;
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { event, data: data.join('\n') };
          event = 'message';
          data = [];
          continue;
        }
        const [, field = '', text = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
        if (field === 'event') event = text;
        else if (field === 'data') data.push(text);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

// The DOM's own types call the decoder's input a BufferSource, which a stream of bytes does not match.
type Decoder = ReadableWritablePair<string, Uint8Array>;
