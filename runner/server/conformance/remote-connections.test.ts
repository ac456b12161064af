import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { pageOf } from '../fixtures/remote-servers.ts';

interface Asked {
  id?: number;
  method: string;
  params?: { name?: string; arguments?: { text?: string } };
}

const schema = { type: 'object', properties: { text: { type: 'string' } } };
const answers: Record<string, object> = {
  'logging/setLevel': {},
  initialize: {
    ...{ protocolVersion: '2025-11-25', capabilities: { tools: {}, logging: {} } },
    serverInfo: { name: 'bytes', version: '1' },
  },
  'tools/list': { tools: [{ name: 'echo', inputSchema: schema }] },
};
const echo = (id: number | undefined, text: string | undefined): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
const event = (json: string): string => `data: ${json}\n\n`;
const head = (lines: string, type = 'text/event-stream'): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${lines}\r\n`;
const sized = (body: string, type?: string): string =>
  `${head(`content-length: ${Buffer.byteLength(body)}\r\n`, type)}${body}`;
const piece = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const chunked = (...texts: string[]): string =>
  `${head('transfer-encoding: chunked\r\n')}${texts.map(piece).join('')}0\r\n\r\n`;

type Say = (json: string, socket: Socket, asked: Asked) => void;

const started: Server[] = [];
const sockets = new Set<Socket>();

/** A server that writes its answers to calls byte by byte as it is told, and knows over how many connections they came. */
async function bytesServer(say: Say) {
  const calls = new Set<Socket>();
  const take = (socket: Socket, asked: Asked): void => {
    const { id, method, params } = asked;
    if (id === undefined) {
      socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n');
    } else if (method === 'tools/call') {
      calls.add(socket);
      say(echo(id, params?.arguments?.text), socket, asked);
    } else {
      const result = answers[method];
      const error = { code: -32601, message: 'Not known' };
      const said = { jsonrpc: '2.0', id, ...(result ? { result } : { error }) };
      socket.write(sized(JSON.stringify(said), 'application/json'));
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let held = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      held += bytes.toString('latin1');
      const [all, method, length = '0'] =
        /^(\w+) [^]*?(?:\r\ncontent-length: (\d+)[^]*?)?\r\n\r\n/i.exec(held) ?? [];
      if (all === undefined || held.length < all.length + Number(length)) return;
      const body = Buffer.from(held.slice(all.length), 'latin1').toString();
      held = '';
      if (method === 'POST') take(socket, JSON.parse(body) as Asked);
      else socket.write('HTTP/1.1 405 Not Allowed\r\ncontent-length: 0\r\n\r\n');
    });
  });
  started.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { way: { type: 'http', url: `http://127.0.0.1:${port}/mcp` }, calls };
}

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of started) server.close();
});

const passing = (asked: Asked): string =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', method: 'notifications/message' },
    params: { level: 'info', data: `before ${asked.params?.arguments?.text}` },
  });

onBothEngines('What comes over connections of a server', (runner) => {
  const page = pageOf(runner);
  afterEach(() => page.send('/bytes', 'DELETE'));
  const call = async (text: string) => (await page.run('bytes', 'echo', { text })).ended.result;

  test.each<[string, number, Say]>([
    ['as one event', 1, (json, socket) => socket.write(chunked(event(json)))],
    ['as JSON', 1, (json, socket) => socket.write(sized(json, 'application/json'))],
    [
      'one byte at a time',
      1,
      (json, socket) => {
        for (const byte of Buffer.from(chunked(event(json)))) socket.write(Uint8Array.of(byte));
      },
    ],
    [
      'its head first, without its end',
      1,
      (json, socket) => {
        socket.write(head('transfer-encoding: chunked\r\n'));
        setImmediate(() => socket.write(`${piece(event(json))}0\r\n\r\n`));
      },
    ],
    [
      'with a number of its own',
      1,
      (json, socket) => socket.write(chunked(`id: 7\n${event(json)}`)),
    ],
    [
      'after a word that it is to come',
      1,
      (json, socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${sized(event(json))}`),
    ],
    ['to the end of its connection', 3, (json, socket) => socket.end(head('') + event(json))],
    [
      'over a connection that ends without a word',
      3,
      (json, socket) => socket.end(sized(event(json))),
    ],
    [
      'over a connection that is to end',
      3,
      (json, socket) =>
        socket.write(sized(event(json)).replace('\r\n', '\r\nconnection: close\r\n')),
    ],
  ])('an answer that comes %s is an answer', async (_, connections, say) => {
    const { way, calls } = await bytesServer(say);
    expect((await page.add('bytes', way)).state.is).toBe('ready');
    for (const text of ['one', 'zwei für', '三'])
      expect(await call(text)).toMatchObject({ success: true, llmContent: text });
    expect(calls.size).toBeLessThanOrEqual(connections);
    expect(calls.size).toBeGreaterThan(connections === 1 ? 0 : 2);
  });

  test.each<[string, Say]>([
    [
      'with its answer',
      (json, socket, asked) => socket.write(chunked(event(passing(asked)) + event(json))),
    ],
    [
      'before its answer',
      (json, socket, asked) => {
        socket.write(head('transfer-encoding: chunked\r\n') + piece(event(passing(asked))));
        setImmediate(() => socket.write(`${piece(event(json))}0\r\n\r\n`));
      },
    ],
  ])('what a server says in passing %s is heard', async (_, say) => {
    const { way } = await bytesServer(say);
    await page.add('bytes', way);
    const { events, ended } = await page.run('bytes', 'echo', { text: 'all' });
    expect(ended.result.llmContent).toBe('all');
    expect(JSON.stringify(events)).toContain('[info] before all');
  });

  test('a server that speaks no TLS where it should is told as such', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    started.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const way = { type: 'http', url: `https://127.0.0.1:${port}/mcp` };
    const { state } = await page.add('bytes', way);
    expect(state).toMatchObject({ fault: { code: 'unreachable', values: { reason: 'tls' } } });
  });

  test('a call that nobody waits for any more holds no connection', async () => {
    let held: Socket | undefined;
    const { way } = await bytesServer((_, socket) => {
      held = socket;
      void page.send('/bytes/restart', 'POST', {});
    });
    await page.add('bytes', way);
    expect(await call('never')).toMatchObject({ success: false });
    if (!held?.closed) await once(held!, 'close');
  });

  test('an answer that nobody asked for is given to nobody', async () => {
    const { way, calls } = await bytesServer((json, socket, { id = 0 }) => {
      const forged = sized(event(echo(id + 1, 'forged')));
      socket.write(sized(event(json)) + forged);
    });
    await page.add('bytes', way);
    for (const text of ['one', 'two', 'three']) expect((await call(text)).llmContent).toBe(text);
    // Nor is anything asked over its connection again.
    expect(calls.size).toBe(3);
  });

  test('calls at a time get an answer each', async () => {
    const held: (() => void)[] = [];
    const { way, calls } = await bytesServer((json, socket) => {
      held.unshift(() => socket.write(sized(event(json))));
      if (held.length === 3) for (const say of held) say();
    });
    await page.add('bytes', way);
    const texts = ['one', 'two', 'three'];
    const said = await Promise.all(texts.map(call));
    expect(said.map(({ llmContent }) => llmContent)).toEqual(texts);
    expect(calls.size).toBe(3);
  });

  test.each<[string, string, Say]>([
    ['without end', 'too large', (_, socket) => socket.write(head(`a: ${'b'.repeat(70_000)}`))],
    [
      'of two lengths',
      'how long',
      (json, socket) => socket.write(head('content-length: 1\r\ncontent-length: 2\r\n') + json),
    ],
    ['that is none', 'HTTP/1.1', (_, socket) => socket.write('+OK ready\r\n')],
    ['that is cut', 'ended before', (json, socket) => socket.end(sized(json).slice(0, -5))],
    [
      'that was packed',
      'packed',
      (json, socket) => socket.write(sized(json).replace('\r\n', '\r\ncontent-encoding: gzip\r\n')),
    ],
  ])('a head %s is told, and costs nobody else', async (_, why, say) => {
    const { way } = await bytesServer((json, socket, asked) => {
      if (asked.params?.arguments?.text === 'odd') say(json, socket, asked);
      else socket.write(sized(event(json)));
    });
    await page.add('bytes', way);
    const odd = await call('odd');
    expect(odd.success).toBe(false);
    expect(odd.llmContent).toContain(why);
    await page.send('/bytes/restart', 'POST', {});
    expect((await call('even')).llmContent).toBe('even');
  });
});
