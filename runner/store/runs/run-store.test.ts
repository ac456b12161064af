import { unrun } from '../../../shared/tool/run/ending.ts';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunRecord } from '../../../shared/protocol/runs.ts';
import { openDatabase } from '../../platform/database.ts';
import { durationBuckets } from './run-query.ts';
import { RunStore } from './run-store.ts';

const root = mkdtempSync(join(tmpdir(), 'lathe-runs-'));
afterAll(() => rmSync(root, { recursive: true }));

let file = 0;
let keep = 100;
const path = () => join(root, `${file}.sqlite`);
const fail = (error: unknown) => {
  throw error;
};
const open = async () => new RunStore(await openDatabase(path()), () => keep, fail);
let store: RunStore;
beforeEach(async () => {
  file += 1;
  keep = 100;
  store = await open();
});

/** What lies on disk when a runner dies is what the next one opens. */
const crash = async () => {
  const before = path();
  file += 1;
  for (const end of ['', '-wal']) cpSync(before + end, path() + end);
  store = await open();
};

type Row = Partial<RunRecord> & { text?: string; caller?: string };
const run = (id: string, row: Row = {}) => {
  const { text = 'done', caller = 'page', success = true, ...more } = row;
  const begun = { id, toolId: 'calc', tool: 'calc', startedAt: 1000, arguments: {}, ...more };
  store.begin({ ...begun, caller });
  const { kind, ...ending } = unrun({ kind: 'finished', exitCode: 0 });
  store.end({
    ...begun,
    success,
    durationMs: more.durationMs ?? 5,
    outcome: more.outcome ?? 'finished',
    result: { success, llmContent: text, displayContent: text },
    ending: more.ending ?? ({ kind, ...ending } as NonNullable<RunRecord['ending']>),
  });
};
const ids = (filter: object = {}) => store.list({ limit: 100, ...filter }).runs.map(({ id }) => id);

test('a failed write is reported, and the next run is written', async () => {
  const failures: unknown[] = [];
  file += 1;
  const database = await openDatabase(path());
  let isFull = true;
  const together = (work: () => void): void =>
    database.together(() => {
      work();
      if (isFull) throw new Error('disk full');
    });
  store = new RunStore(
    { ...database, together },
    () => keep,
    (error) => failures.push(error),
  );
  run('a');
  expect(ids()).toEqual([]);
  expect(failures).toEqual(['history: the end of a run could not be kept: Error: disk full']);
  isFull = false;
  run('b');
  expect(ids()).toEqual(['b']);
});

test('runs that start after the first page do not shift or repeat the next one', () => {
  for (const id of ['a', 'b', 'c', 'd']) run(id);
  const first = store.list({ limit: 2 });
  expect(first.runs.map(({ id }) => id)).toEqual(['d', 'c']);
  run('e');
  const second = store.list({ limit: 2, before: first.next });
  expect(second.runs.map(({ id }) => id)).toEqual(['b', 'a']);
  expect(second.next).toBeUndefined();
  expect(ids({ before: 'no number' })).toEqual([]);
});

describe('a search', () => {
  beforeEach(() => {
    run('sum', { arguments: { a: 12345, op: '+' }, text: 'The Total is 7' });
    run('zh', { toolId: 'greet', tool: 'greet', text: '你好，计算结果' });
    run('sql', { text: `100% "quoted" a_b OR NOT near(x)`, success: false, outcome: 'failed' });
    run('theirs', { text: 'total', caller: 'user' });
  });

  test.each([
    ['total', ['theirs', 'sum']],
    ['TOTAL is', ['sum']],
    ['12345', ['sum']],
    ['greet', ['zh']],
    ['计算', ['zh']],
    ['计算结果', ['zh']],
    ['7', ['sum']],
    ['"quoted"', ['sql']],
    ['OR', ['sql']],
    ['NOT near(x)', ['sql']],
    ['100%', ['sql']],
    ['a_b', ['sql']],
    ['"', ['sql', 'sum']],
    ['nothing', []],
    ['total nothing', []],
    ['to\0tal', ['theirs', 'sum']],
    ['\0total', ['theirs', 'sum']],
    ['   ', ['theirs', 'sql', 'zh', 'sum']],
  ])('for %j finds %j', (query, found) => {
    expect(ids({ query })).toEqual(found);
    expect(store.list({ limit: 1, query }).total).toBe(found.length);
  });

  test('combines with other filters and pages', () => {
    expect(ids({ query: 'total', caller: 'user' })).toEqual(['theirs']);
    expect(ids({ query: 'a_b', success: true })).toEqual([]);
    expect(ids({ success: false })).toEqual(['sql']);
    expect(ids({ outcome: 'failed', tool: 'calc' })).toEqual(['sql']);
    run('late', { startedAt: 5000 });
    expect(ids({ since: 5000 })).toEqual(['late']);
    expect(ids({ since: 5001 })).toEqual([]);
    const first = store.list({ limit: 1, query: 'total' });
    expect(store.list({ limit: 1, query: 'total', before: first.next }).runs[0]?.id).toBe('sum');
  });
});

test('a current run is not listed, and counts as crashed after a restart', async () => {
  store.begin({
    ...{ id: 'x', toolId: 'calc', tool: 'calc', startedAt: 1, arguments: { a: 1 }, caller: 'page' },
  });
  expect([ids(), store.read('x')]).toEqual([[], undefined]);
  await crash();
  expect(store.read('x')?.record).toMatchObject({ outcome: 'crashed', arguments: { a: 1 } });
  expect(ids({ query: 'stopped' })).toEqual(['x']);
});

test('the oldest runs are deleted, also from searches', () => {
  for (let at = 0; at < 150; at += 1) run(`r${at}`, { text: `number${at}end` });
  const { total } = store.list({ limit: 1 });
  expect(total).toBeGreaterThanOrEqual(100);
  expect(total).toBeLessThanOrEqual(120);
  expect(ids({ query: 'number3end' })).toEqual([]);
  expect(ids({ query: 'number149' })).toEqual(['r149']);
  keep = 20;
  run('last');
  expect(store.list({ limit: 1 }).total).toBeLessThanOrEqual(20);
});

test('steps are stored, and lists do not read results', () => {
  run('a', { text: 'x'.repeat(1_000_000) });
  const [row] = store.list({ limit: 1 }).runs;
  expect(row).not.toHaveProperty('result');
  expect(store.read('a')?.record.result?.llmContent).toHaveLength(1_000_000);
});

test('of ten megabytes of output the beginning is stored, with a note', () => {
  const text = `${'x'.repeat(1024 * 1024 - 1)}😀${'é'.repeat(9 * 1024 * 1024)}`;
  const plain = unrun({ kind: 'finished', exitCode: 0 });
  const ending = { ...plain, stdout: text, output: text };
  run('long', { text, ending });
  const kept = store.read('long')?.record;
  const head = 'x'.repeat(1024 * 1024 - 1);
  const said = 'The history keeps the first 1048576 characters of each output';
  expect(kept?.ending).toMatchObject({ kind: 'finished', truncated: true, warnings: [said] });
  expect(kept?.ending?.stdout === head && kept.ending.output === head).toBe(true);
  expect(kept?.ending?.droppedBytes).toBe(4 + 2 * 9 * 1024 * 1024);
  expect(kept?.result?.llmContent === `${head}\n[${said}]`).toBe(true);
});

test('a history of an older version is upgraded, searched and paged', async () => {
  store.close();
  file += 1;
  const database = await openDatabase(path());
  database.exec(`CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, tool_id TEXT NOT NULL,
    tool TEXT NOT NULL, caller TEXT NOT NULL, started_at INTEGER NOT NULL, duration_ms REAL NOT NULL,
    outcome TEXT NOT NULL, success INTEGER NOT NULL, record TEXT NOT NULL);
    CREATE INDEX runs_by_tool ON runs (tool_id, seq);`);
  const record = JSON.stringify({
    arguments: { a: 'before' },
    result: { success: true, llmContent: 'from long ago', displayContent: '' },
  });
  database.run(
    "INSERT INTO runs VALUES (7, 'old', 'calc', 'calc', 'page', 1, 2.5, 'finished', 1, ?)",
    record,
  );
  database.close();
  store = await open();
  run('new');
  expect(ids()).toEqual(['new', 'old']);
  expect(ids({ query: 'long ago' })).toEqual(['old']);
  expect(ids({ query: 'before' })).toEqual(['old']);
  expect(store.read('old')?.record).toMatchObject({
    ...{ arguments: { a: 'before' }, durationMs: 2.5 },
    result: { llmContent: 'from long ago' },
  });
});

test('durations come in groups of equal size, oldest first', () => {
  for (let at = 0; at < 10; at += 1)
    run(`r${at}`, { startedAt: at, durationMs: at * 10, success: at !== 9 });
  run('other', { toolId: 'greet', startedAt: 99 });
  const { buckets, count, tools } = store.durations({ tool: 'calc', points: 2 });
  expect(count).toBe(10);
  expect(buckets).toEqual([
    { from: 0, to: 4, count: 5, failed: 0, median: 20, p95: 40, max: 40 },
    { from: 5, to: 9, count: 5, failed: 1, median: 70, p95: 90, max: 90 },
  ]);
  expect(tools).toEqual([
    { id: 'calc', count: 10 },
    { id: 'greet', count: 1 },
  ]);
  expect(durationBuckets([], 5)).toEqual([]);
  const one = { startedAt: 1, durationMs: 2, success: true };
  expect(durationBuckets([one], 5)).toMatchObject([{ count: 1, median: 2 }]);
});
