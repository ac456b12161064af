import { expect, test } from 'vitest';
import { AppBridge, type CallResult } from './app-bridge.ts';

const result: CallResult = { content: [{ type: 'text', text: 'four' }], isError: false };
const context = { theme: 'light' };

/** What a bridge posts and does when its frame sends these, all at once. */
const after = (...sent: unknown[]) => afterEach(0, ...sent);

/** The same where so many milliseconds lie between two. */
async function afterEach(tick: number, ...sent: unknown[]) {
  let [floods, clock] = [0, 0];
  const posted: object[] = [];
  const calls: [string, object][] = [];
  const heights: number[] = [];
  const bridge = new AppBridge({
    ...{ arguments: { a: 4 }, result, context },
    post: (message) => posted.push(message),
    async call(name, args) {
      calls.push([name, args]);
      return name === 'refused' ? 'The person said no' : result;
    },
    resize: (height) => heights.push(height),
    flooded: () => (floods += 1),
    now: () => (clock += tick),
  });
  await Promise.all(sent.map((one) => bridge.hear(one)));
  return { posted, calls, heights, floods };
}
const ask = (id: unknown, method: string, params?: object) => ({
  jsonrpc: '2.0',
  ...{ id, method, params },
});
const note = (method: string, params: object = {}) => ({ jsonrpc: '2.0', method, params });

test('an interface is told where it is, and of its call once it is ready', async () => {
  const ready = note('ui/notifications/initialized');
  const { posted } = await after(ask(1, 'ui/initialize'), ready, ready);
  expect(posted).toMatchObject([
    { method: 'ui/notifications/tool-input', params: { arguments: { a: 4 } } },
    { method: 'ui/notifications/tool-result', params: result },
    { id: 1, result: { protocolVersion: '2026-01-26', hostContext: context } },
  ]);
});

test.each([
  ['resources/read', { uri: 'file:///etc/passwd' }],
  ['resources/list', {}],
  ['sampling/createMessage', {}],
  ['ui/open-link', { url: 'https://example.org' }],
  ['ui/message', { role: 'user', content: [] }],
  ['ui/update-model-context', {}],
  ['ui/request-display-mode', { mode: 'fullscreen' }],
  ['tools/list', {}],
])('"%s" is refused', async (method, params) => {
  const { posted, calls } = await after(ask('x', method, params));
  expect(posted).toMatchObject([{ id: 'x', error: { code: -32601 } }]);
  expect(calls).toEqual([]);
});

test('a tool is called in the way of every call, one at a time', async () => {
  const call = (id: number, name: string) => ask(id, 'tools/call', { name, arguments: { b: 1 } });
  const { posted, calls } = await after(call(1, 'add'), call(2, 'other'));
  expect(calls).toEqual([['add', { b: 1 }]]);
  expect(posted).toHaveLength(2);
  expect(posted).toContainEqual(expect.objectContaining({ id: 1, result }));
  expect(posted).toContainEqual(
    expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32000 }) }),
  );
  const said = await after(call(1, 'refused'));
  expect(said.posted).toMatchObject([{ id: 1, error: { message: 'The person said no' } }]);
});

const circle: Record<string, unknown> = {};
circle.again = circle;
/** Takes minutes to write as JSON, and costs nothing to send. */
const holes = new Array(2 ** 32 - 1);
const tree = Array.from({ length: 40 }).reduce<object>((one) => ({ one, two: one }), {});

test.each([
  ['no message', 'hello'],
  ['what goes round in circles', ask(1, 'tools/call', circle)],
  ['a list of holes', holes],
  ['a call with a list of holes', ask(1, 'tools/call', { name: 'add', arguments: { holes } })],
  ['what grows with every level', ask(1, 'tools/call', { name: 'add', arguments: { tree } })],
  ['what is no JSON', ask(1, 'tools/call', { name: 'add', arguments: { a: new Map() } })],
  ['a big number', ask(1, 'tools/call', { name: 'add', arguments: { a: 1n } })],
  ['an answer', { jsonrpc: '2.0', id: 1, result: {} }],
  ['another protocol', { id: 1, method: 'tools/call', params: { name: 'add' } }],
  ['what is too long', ask(1, 'tools/call', { name: 'x'.repeat(1_000_001) })],
])('%s is not answered', async (_, sent) => {
  const { posted, calls } = await after(sent);
  expect([posted, calls]).toEqual([[], []]);
});

test('it says how high it is, and nothing that is no number', async () => {
  const size = (height: unknown) => note('ui/notifications/size-changed', { height });
  expect((await after(size(300), size('a'), size(null))).heights).toEqual([300]);
});

const pings = (count: number) => Array.from({ length: count }, (_, id) => ask(id, 'ping'));

test.each([
  ['messages without end', pings(5_000), 2_000],
  ['megabytes without end', Array.from({ length: 30 }, () => 'x'.repeat(1_000_000)), 0],
  ['lists of holes without end', Array.from({ length: 30 }, () => holes), 0],
  ['bytes without end', Array.from({ length: 30 }, () => new Uint8Array(1_000_000)), 0],
  ['what goes round in circles without end', Array.from({ length: 30 }, () => circle), 0],
])('%s are a flood, told once and not heard any more', async (_, sent, answered) => {
  const { posted, floods } = await after(...sent);
  expect(floods).toBe(1);
  expect(posted).toHaveLength(answered);
});

test('as many over a longer time are none', async () => {
  const { posted, floods } = await afterEach(10, ...pings(5_000));
  expect([posted.length, floods]).toEqual([5_000, 0]);
});
