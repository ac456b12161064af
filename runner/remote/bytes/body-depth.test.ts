import { expect, test } from 'vitest';
import { BodyDepth } from './body-depth.ts';

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const stream = 'text/event-stream; charset=utf-8';

test.each<[string, string, string, boolean]>([
  ['as deep as may be', 'application/json', deep(128), false],
  ['one level more', 'application/json', deep(129), true],
  ['objects, too', 'application/json', '{"a":'.repeat(129), true],
  ['brackets in a text', 'application/json', `["${'['.repeat(500)}\\"${'{'.repeat(500)}"]`, false],
  ['one after another', 'application/json', `[${'[],'.repeat(500)}[]]`, false],
  ['over empty lines', 'application/json', '[\n\n'.repeat(129), true],
  ['an event of a stream', stream, `data: ${deep(129)}\n\n`, true],
  ['events one after another', stream, `data: ${'['.repeat(100)}\n\n`.repeat(5), false],
  ['the same with returns', stream, `data: ${'['.repeat(100)}\r\n\r\n`.repeat(5), false],
  ['lines of one event', stream, `data: ${'['.repeat(100)}\r\n`.repeat(2), true],
  ['behind a quotation mark of another field', stream, `id: "\ndata: ${deep(129)}\n\n`, true],
  ['behind one that a return ends', stream, `id: "\rdata: ${deep(129)}\r\r`, true],
  ['closing what was never open', 'application/json', `${']'.repeat(500)}${deep(129)}`, true],
])('%s', (_what, type, text, isTooDeep) => {
  for (const size of [1, 7, text.length]) {
    const depth = new BodyDepth(type);
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      text.slice(at * size, (at + 1) * size),
    );
    expect(pieces.some((piece) => depth.isTooDeep(piece))).toBe(isTooDeep);
  }
});
