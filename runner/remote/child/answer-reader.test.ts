import { expect, test } from 'vitest';
import { AnswerReader } from './answer-reader.ts';

const OK = 'HTTP/1.1 200 OK\r\n';

/** What is read of an answer that comes in pieces of so many bytes. */
function read(text: string, size: number, isEnded = false) {
  let status = 0;
  let headers: [string, string][] = [];
  let body = '';
  const reader = new AnswerReader({
    head: (...head) => ([status, headers] = head),
    body: (bytes) => void (body += Buffer.from(bytes).toString()),
  });
  const bytes = Buffer.from(text, 'latin1');
  let taken = 0;
  while (taken < bytes.length) {
    const piece = bytes.subarray(taken, taken + size);
    const count = reader.take(piece);
    taken += count;
    if (count < piece.length || reader.isOver) break;
  }
  if (isEnded) reader.end();
  const { isOver, isKept } = reader;
  return { status, headers, body, isOver, isKept, rest: bytes.length - taken };
}

const sizes = [1, 2, 3, 7, 10_000];

test.each<[string, string, object]>([
  ['a length', `${OK}Content-Length: 5\r\n\r\nhello`, { body: 'hello', isKept: true }],
  ['no body', `${OK}content-length: 0\r\n\r\n`, { status: 200, body: '', isKept: true }],
  ['a status without one', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, isKept: true }],
  ['a status without words', 'HTTP/1.1 202\r\ncontent-length:0\r\n\r\n', { status: 202 }],
  ['lines that end as in texts', 'HTTP/1.1 200 OK\ncontent-length: 2\n\nhi', { body: 'hi' }],
  [
    'pieces',
    `${OK}Transfer-Encoding: Chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nafter: all\r\n\r\n`,
    { body: 'hello', isKept: true },
  ],
  ['none at all', `${OK}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`, { body: '', isKept: true }],
  [
    'something before it',
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${OK}a: b\r\ncontent-length: 1\r\n\r\n.`,
    {
      headers: [
        ['a', 'b'],
        ['content-length', '1'],
      ],
      body: '.',
    },
  ],
  [
    'a connection that it closes',
    `${OK}connection: Close\r\ncontent-length: 1\r\n\r\n.`,
    { isKept: false },
  ],
  [
    'an older revision',
    'HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\n.',
    { body: '.', isKept: false },
  ],
  ['what nobody asked for', `${OK}content-length: 1\r\n\r\n.${OK}`, { body: '.' }],
  [
    'a header beyond ASCII',
    `${OK}a: \xe9\r\ncontent-length: 0\r\n\r\n`,
    {
      headers: [
        ['a', 'é'],
        ['content-length', '0'],
      ],
    },
  ],
])('a response with %s is read, however it is split', (_, text, wanted) => {
  for (const size of sizes) expect(read(text, size)).toMatchObject({ isOver: true, ...wanted });
});

test('bytes after a response do not belong to it', () => {
  const { rest } = read(`${OK}content-length: 1\r\n\r\n.${OK}`, 10_000);
  expect(rest).toBe(OK.length);
});

test('a response without a length ends with its connection', () => {
  const text = `${OK}\r\n.\r\n0\r\n\r\n`;
  expect(read(text, 4)).toMatchObject({ isOver: false });
  expect(read(text, 4, true)).toMatchObject({
    isOver: true,
    isKept: false,
    body: '.\r\n0\r\n\r\n',
  });
});

test.each([
  ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['another revision', 'HTTP/2 200\r\n'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'],
  ['two lengths', `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\n`],
  ['a length and pieces', `${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`],
  ['a length that is none', `${OK}content-length: +1\r\n\r\n`],
  ['another coding', `${OK}transfer-encoding: gzip, chunked\r\n\r\n`],
  [
    'codings one after another',
    `${OK}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n`,
  ],
  ['a packed body', `${OK}content-encoding: gzip\r\ncontent-length: 1\r\n\r\n`],
  ['a header over two lines', `${OK}a: b\r\n c: d\r\n\r\n`],
  ['a header without a name', `${OK}: b\r\n\r\n`],
  ['a name with a space', `${OK}content-length : 1\r\n\r\n`],
  ['a header with a bare return', `${OK}a: b\rc: d\r\n\r\n`],
  ['a header with NUL', `${OK}a: \0\r\n\r\n`],
  ['a piece without a length', `${OK}transfer-encoding: chunked\r\n\r\n\r\n`],
  ['a piece with a length that is none', `${OK}transfer-encoding: chunked\r\n\r\n0x1\r\n.\r\n`],
  ['a piece longer than all', `${OK}transfer-encoding: chunked\r\n\r\n${'f'.repeat(13)}\r\n`],
  ['a piece longer than it says', `${OK}transfer-encoding: chunked\r\n\r\n1\r\n..\r\n`],
  ['a head without end', `${OK}a: ${'b'.repeat(70_000)}`],
  ['words before it without end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(5_000)],
  [
    'words after it without end',
    `${OK}transfer-encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(20_000)}`,
  ],
])('a response with %s is refused, however it is split', (_, text) => {
  for (const size of sizes) expect(() => read(text, size)).toThrow();
});

test.each([
  ['its head', `${OK}content-le`],
  ['its body', `${OK}content-length: 5\r\n\r\nhel`],
  ['a piece', `${OK}transfer-encoding: chunked\r\n\r\n5\r\nhel`],
  ['what is to come after the last', `${OK}transfer-encoding: chunked\r\n\r\n0\r\n`],
])('a response whose connection ends within %s is refused', (_, text) => {
  expect(() => read(text, 10_000, true)).toThrow('ended before');
});
