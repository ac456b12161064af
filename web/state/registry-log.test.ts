import { afterEach, expect, test, vi } from 'vitest';
import type { RegistryLog as Log } from '../../shared/protocol/tools.ts';
import { RegistryLog } from './registry-log.svelte.ts';

const event = (seq: number): Log['events'][number] => ({
  ...{ seq, at: seq, type: 'toolChanged', source: 'authored', unit: 'calc', tool: 'calc' },
});
const answer = (seqs: number[]) =>
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ events: seqs.map(event) })));
const seqsOf = (log: RegistryLog) => log.events?.map(({ seq }) => seq);

afterEach(() => vi.unstubAllGlobals());

test('the newest event comes first, and what is told later before it, each once', async () => {
  answer([1, 2]);
  const log = new RegistryLog();
  await log.load();
  log.hear([event(2), event(3), event(4)]);
  expect(seqsOf(log)).toEqual([4, 3, 2, 1]);
});

test('nothing is kept or asked before somebody looks', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  const log = new RegistryLog();
  log.hear([event(1)]);
  await log.again();
  expect([seqsOf(log), fetch.mock.calls]).toEqual([undefined, []]);
});

test('a runner that counts anew gives the whole again', async () => {
  answer([7, 8]);
  const log = new RegistryLog();
  await log.load();
  answer([1]);
  await log.again();
  expect(seqsOf(log)).toEqual([1]);
});

test('it keeps as many as the runner', async () => {
  answer(Array.from({ length: 1000 }, (_, at) => at + 1));
  const log = new RegistryLog();
  await log.load();
  log.hear([event(1001)]);
  expect([log.events?.length, seqsOf(log)?.[0], seqsOf(log)?.at(-1)]).toEqual([1000, 1001, 2]);
});

test('a runner that does not answer is said, and what was known stays', async () => {
  answer([1]);
  const log = new RegistryLog();
  await log.load();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await log.load();
  expect([log.failed, seqsOf(log)]).toEqual([true, [1]]);
});
