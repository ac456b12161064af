import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import type { As, ServerEvent } from '../fixtures/start-runner.ts';

const sleeper = (seconds: number) => ({
  'definition.json': JSON.stringify({
    ...{ id: 'sleeper', description: 'Sleeps for a while' },
    parameters: { type: 'object', properties: {} },
  }),
  'execution.py': `import time\ntime.sleep(${seconds})\nprint('awake')\n`,
});

onBothEngines('Crowds', (runner) => {
  beforeAll(() => runner().ready('python'));

  const placesOf = (events: ServerEvent[]) =>
    events.flatMap(({ event, data }) => (event === 'queued' ? [data.position as number] : []));
  /** A run, and when it has begun to wait or to work. */
  const start = (folder: object, as: As, signal?: AbortSignal) => {
    let begun = (): void => undefined;
    const isIn = new Promise<void>((settle) => (begun = settle));
    const events: ServerEvent[] = [];
    const ended = (async () => {
      const sent = {
        as,
        method: 'POST',
        body: { folder, arguments: {} },
        ...(signal && { signal }),
      };
      const answer = await runner().fetch('/api/runs', sent);
      if (!answer.ok || !answer.body) return begun();
      const decoder = new TextDecoder();
      let text = '';
      for await (const bytes of answer.body) {
        text += decoder.decode(bytes, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, event = '', data = 'null'] = /^event: (.*)\ndata: (.*)$/s.exec(block) ?? [];
          if (event !== '') events.push({ event, data: JSON.parse(data) });
        }
        if (events.length > 0) begun();
      }
    })().catch(() => begun());
    return { isIn, events, ended };
  };
  const health = async () => expect((await runner().fetch('/api/health')).status).toBe(200);
  const files = () => readdirSync(`/proc/${runner().child.pid}/fd`).length;

  test('L4 promise 4: whoever waits is told its place, and another caller has its turn before the crowd', async () => {
    const crowd = Array.from({ length: 40 }, () => start(sleeper(0.5), 'admin'));
    await Promise.all(crowd.map(({ isIn }) => isIn));
    await vi.waitFor(() =>
      expect(Math.max(...crowd.flatMap((one) => placesOf(one.events)))).toBeGreaterThan(20),
    );
    const other = start(sleeper(0.5), 'page');
    await other.ended;
    const waiting = crowd.filter(({ events }) => events.at(-1)?.event !== 'ended');
    await Promise.all(crowd.map(({ ended }) => ended));
    expect(placesOf(other.events)[0]).toBeLessThanOrEqual(2);
    expect(waiting.length).toBeGreaterThan(10);
    for (const { events } of [...crowd, other]) {
      expect(events.at(-1)?.data.result.llmContent).toBe('awake\n');
      const places = placesOf(events);
      expect(places).toEqual(places.toSorted((a, b) => b - a));
      expect(places.at(-1) ?? 0).toBe(0);
    }
  }, 120_000);

  test('L5 promise 4: a caller with 256 runs is refused more with a reason, others are not, and nothing is left', async () => {
    const before = files();
    const gone = new AbortController();
    const crowd = Array.from({ length: 256 }, () => start(sleeper(300), 'admin', gone.signal));
    await Promise.all(crowd.map(({ isIn }) => isIn));
    expect(crowd.filter(({ events }) => events[0]?.event !== 'started')).toEqual([]);
    const body = { folder: sleeper(0), arguments: {} };
    const refused = await runner().fetch('/api/runs', { method: 'POST', body });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('2');
    const { error } = await refused.json();
    expect(error).toMatchObject({
      code: 'too-many-runs',
      message: expect.stringMatching(/^256 runs/),
    });
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'calc', arguments: { a: 1, op: '+', b: 2 } },
    };
    const headers = {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    };
    const told = await runner().fetch('/mcp', { method: 'POST', headers, body: call });
    expect(await told.text()).toMatch(/256 runs of this caller.*"isError":true/);
    await health();
    const other = start(sleeper(0), 'page', gone.signal);
    await other.isIn;
    await vi.waitFor(() => expect(placesOf(other.events)[0]).toBeLessThanOrEqual(2));
    gone.abort();
    await Promise.all([...crowd, other].map(({ ended }) => ended));
    const calc = () => runner().run({ toolId: 'calc', arguments: { a: 1, op: '+', b: 2 } });
    await vi.waitFor(
      async () => expect((await calc()).at(-1)?.data.result.llmContent).toBe('3\n'),
      {
        timeout: 60_000,
      },
    );
    await vi.waitFor(() => expect(files()).toBeLessThanOrEqual(before + 16), { timeout: 30_000 });
  }, 180_000);

  test('L6 promise 10: a connection that sends no headers, or half of them, is closed', async () => {
    const closed = ['', 'GET /api/health HTTP/1.1\r\nHost: x\r\n'].map(
      (sent) =>
        new Promise<string>((settle, fail) => {
          const socket = connect(runner().port, '127.0.0.1', () => socket.write(sent));
          let heard = '';
          socket.on('data', (bytes) => (heard += bytes));
          socket.on('error', fail);
          socket.on('close', () => settle(heard));
        }),
    );
    for (const heard of await Promise.all(closed)) expect(heard).toMatch(/^HTTP\/1\.1 408 /);
  });
});
