import { expect, test } from 'vitest';
import { readEvents } from './read-events.ts';
import type { ServerEvent } from './read-events.ts';

const rows: { name: string; chunks: string[]; events: ServerEvent[] }[] = [
  {
    name: 'two events in one chunk',
    chunks: ['event: started\ndata: {"a":1}\n\nevent: ended\ndata: {}\n\n'],
    events: [
      { event: 'started', data: '{"a":1}' },
      { event: 'ended', data: '{}' },
    ],
  },
  {
    name: 'an event cut anywhere, with CRLF',
    chunks: ['eve', 'nt: output\r', '\nda', 'ta: x\r\n\r\n'],
    events: [{ event: 'output', data: 'x' }],
  },
  {
    name: 'lines of data',
    chunks: ['data: a\ndata:b\n\n'],
    events: [{ event: 'message', data: 'a\nb' }],
  },
  {
    name: 'comments and ids',
    chunks: [': hello\n\nid: 3\ndata: a\n\n'],
    events: [{ event: 'message', data: 'a' }],
  },
  { name: 'an event without its end', chunks: ['data: a\n'], events: [] },
];

test.each(rows)('reads $name', async ({ chunks, events }) => {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk));
      controller.close();
    },
  });
  const read: ServerEvent[] = [];
  for await (const event of readEvents(body)) read.push(event);
  expect(read).toEqual(events);
});

test('keeps a character whose bytes come in two chunks', async () => {
  const bytes = new TextEncoder().encode('data: 中\n\n');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, 7));
      controller.enqueue(bytes.slice(7));
      controller.close();
    },
  });
  const first = await readEvents(body).next();
  expect(first.value).toEqual({ event: 'message', data: '中' });
});
