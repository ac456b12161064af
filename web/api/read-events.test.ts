import fc from 'fast-check';
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
    events: [{ event: 'message', data: 'a', id: '3' }],
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

/**
 * The same by the standard's own steps (WHATWG HTML, 9.2.6), over a text that is there as a whole; but an id is
 * that of the event in which it stands, and not of those behind it.
 */
const wholeText = (text: string): ServerEvent[] => {
  const events: ServerEvent[] = [];
  let event = '';
  let data: string[] = [];
  let id = '';
  for (const line of text.split(/\r\n|\n|\r/).slice(0, -1)) {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (line === '') {
      const own = id === '' ? {} : { id };
      if (data.length > 0)
        events.push({ event: event || 'message', data: data.join('\n'), ...own });
      event = '';
      data = [];
      id = '';
    } else if (field === 'event') event = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data.push(value);
  }
  return events;
};

test('reads any text as the standard does, wherever it is cut', async () => {
  const field = fc.constantFrom('event', 'data', 'data', 'id', 'retry', '', 'other');
  const value = fc.constantFrom('', 'a', ' a', '{"a":"中"}', 'a:b', '1');
  const line = fc.oneof(
    fc.constant(''),
    fc.tuple(field, fc.constantFrom(':', ': '), value).map((parts) => parts.join('')),
    fc.constantFrom('data', 'event', 'noise'),
  );
  const end = fc.constantFrom('\n', '\r\n', '\r');
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 20 }),
      end,
      fc.array(fc.nat(9), { minLength: 1, maxLength: 9 }),
      async (lines, lineEnd, cuts) => {
        // The reader knows a lone return for a line end once another end of a line has come.
        const text = `${lines.map((one) => one + lineEnd).join('')}: end\n`;
        const bytes = new TextEncoder().encode(text);
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (let at = 0, turn = 0; at < bytes.length; turn++) {
              const size = 1 + (cuts[turn % cuts.length] ?? 0);
              controller.enqueue(bytes.slice(at, at + size));
              at += size;
            }
            controller.close();
          },
        });
        const read: ServerEvent[] = [];
        for await (const event of readEvents(body)) read.push(event);
        expect(read).toEqual(wholeText(text));
      },
    ),
    { numRuns: 500 },
  );
});
