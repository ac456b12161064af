import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ConversationSetup,
  type ConversationNode,
} from '../../../shared/protocol/conversations/conversations.ts';
import { ExactNumber, readJson } from '../../../shared/tool/exact-number.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import { openDatabase } from '../../platform/database.ts';
import { ConversationStore } from './conversation-store.ts';

const root = mkdtempSync(join(tmpdir(), 'lathe-conversations-'));
afterAll(() => rmSync(root, { recursive: true }));

let file = 0;
const path = () => join(root, `${file}.sqlite`);
const open = async () => new ConversationStore(await openDatabase(path()));
let store: ConversationStore;
beforeEach(async () => {
  file += 1;
  store = await open();
});

/** What lies on disk when a runner dies is what the next one opens. */
const crash = async () => {
  const before = path();
  file += 1;
  for (const end of ['', '-wal']) cpSync(before + end, path() + end);
  store = await open();
};

const setup = ConversationSetup.parse({});
const user = (id: string, parent: string | null, text: string): ConversationNode => ({
  ...{ id, parent, at: 0, role: 'user', text },
});
const begin = (id: string, ...texts: string[]) => {
  store.begin({ id, setup });
  texts.forEach((text, at) => store.put(id, user(`${at}`, at === 0 ? null : `${at - 1}`, text)));
};
const ids = (query?: string) => store.list({ query, limit: 100 }).conversations.map(({ id }) => id);

test('written messages survive a crash exactly', async () => {
  begin('a', 'Hello');
  const args = readJson('{"n": 9007199254740993, "x": 1.0}') as JsonObject;
  const result = { success: true, llmContent: 'x', displayContent: 'y' };
  const outcome = {
    callId: 'c',
    name: 'Say',
    arguments: args,
    result,
    from: 'run' as const,
    durationMs: 1,
  };
  const results: ConversationNode = {
    id: 'r',
    parent: '0',
    at: 1,
    role: 'results',
    results: [outcome],
  };
  store.put('a', results);
  await crash();
  const [, kept] = store.nodes('a');
  expect(kept).toEqual(results);
  expect(kept?.role === 'results' && kept.results[0]?.arguments?.n).toBeInstanceOf(ExactNumber);
  expect(store.head('a')).toMatchObject({
    head: { title: 'Hello', nodes: 2, model: 'person' },
    setup,
  });
});

test('a replaced message keeps its place, and searches find its new text', () => {
  begin('a', 'first words', 'second words');
  store.put('a', user('0', null, 'changed mind'));
  expect(store.nodes('a').map(({ id }) => id)).toEqual(['0', '1']);
  expect(store.head('a')?.head.nodes).toBe(2);
  expect([ids('mind'), ids('first')]).toEqual([['a'], ['a']]);
  store.change('a', { title: 'Named' });
  expect([ids('Named'), ids('first')]).toEqual([['a'], []]);
});

test.each([1, 15, 16, 17, 40])(
  'of %s messages every one is found, at once and after a crash',
  async (count) => {
    const texts = Array.from({ length: count }, (_, at) => `needle${at}end`);
    begin('a', ...texts);
    begin('b', 'Another');
    await crash();
    const missing = () => texts.filter((text) => ids(text)[0] !== 'a');
    expect(missing()).toEqual([]);
    store.put('a', user('last', null, 'needle last'));
    expect([ids('needle last'), missing()]).toEqual([['a'], []]);
  },
);

test('searches find the new text of a message that was replaced after it was indexed, even after a crash', async () => {
  begin('a', 'First words', 'Second words');
  expect(ids('second')).toEqual(['a']);
  store.put('a', user('1', '0', 'Others'));
  await crash();
  expect([ids('second'), ids('others'), ids('first')]).toEqual([[], ['a'], ['a']]);
});

test('messages of a failed write are not indexed, and do not block others', async () => {
  const database = await openDatabase(path().replace('.sqlite', '-full.sqlite'));
  let isFull = false;
  const together = (work: () => void) =>
    database.together(() => {
      work();
      if (isFull) throw new Error('database or disk is full');
    });
  store = new ConversationStore({ ...database, together });
  begin('a', ...Array.from({ length: 15 }, (_, at) => `needle${at}end`));
  isFull = true;
  expect(() => store.put('a', user('lost', '14', 'Lost'))).toThrow('full');
  expect(() => store.put('a', user('14', '13', 'Never said'))).toThrow('full');
  expect(() => ids('needle3end')).toThrow('full');
  isFull = false;
  expect([ids('lost'), ids('never said')]).toEqual([[], []]);
  expect([ids('needle3end'), ids('needle14end')]).toEqual([['a'], ['a']]);
});

test('a path contains one branch', () => {
  begin('a', 'one', 'two', 'three');
  store.put('a', user('b', '0', 'beside two'));
  const pathOf = (id: string | null) => store.path('a', id)?.map((node) => node.id);
  expect(pathOf('2')).toEqual(['0', '1', '2']);
  expect(pathOf('b')).toEqual(['0', 'b']);
  expect([pathOf(null), pathOf('nothing')]).toEqual([[], undefined]);
  expect(store.children('a', '0').map(({ id }) => id)).toEqual(['1', 'b']);
  // Ids are a conversation's own.
  begin('c', 'other');
  expect(store.path('c', '1')).toBeUndefined();
  expect(store.children('c', '0')).toEqual([]);
});

test('a cycle of messages ends', () => {
  store.begin({ id: 'a', setup });
  store.put('a', user('x', null, 'x'));
  expect(store.path('a', 'x')).toHaveLength(1);
});

test.each<[string, string, string]>([
  ['its first words', 'Hello there', 'Hello there'],
  ['one line', '  Hello\n\n there ', 'Hello there'],
  ['whole words of a long one', 'worded '.repeat(30), `${'worded '.repeat(11).trim()}…`],
  ['a long word cut', 'x'.repeat(100), `${'x'.repeat(80)}…`],
])('the title is the first message: %s', (_, text, title) => {
  begin('a', text, 'something else');
  expect(store.head('a')?.head.title).toBe(title);
});

describe('the list', () => {
  test('is sorted by the last change, page by page', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) begin(id, id);
    store.put('b', user('x', null, 'more'));
    const seen: string[] = [];
    for (let before: string | undefined, at = 0; at < 9; at += 1) {
      const page = store.list({ limit: 2, before });
      seen.push(...page.conversations.map(({ id }) => id));
      before = page.next;
      if (before === undefined) break;
    }
    expect(seen).toEqual(['b', 'e', 'd', 'c', 'a']);
    expect(store.list({ limit: 2, before: 'nonsense' }).conversations).toEqual([]);
  });

  test.each<[string, string[]]>([
    ['', ['c', 'b', 'a']],
    ['weather', ['b', 'a']],
    ['WEATHER paris', ['b', 'a']],
    ['weather rome', ['a']],
    ['rome cat', []],
    ['天气', ['c']],
    ['"', []],
    ['weather" OR "x', []],
    ['NEAR(', []],
    ['go', ['c']],
  ])('finds %j', (query, found) => {
    begin('a', 'The weather in Paris', 'and in Rome');
    begin('b', 'Weather of Paris');
    begin('c', '巴黎的天气怎么样', 'go on');
    expect(ids(query)).toEqual(found);
  });

  test('finds results and calls, and nothing that was deleted', () => {
    begin('a', 'hello');
    const result = { success: true, llmContent: 'needle in the result', displayContent: '' };
    const outcome = { callId: 'c', name: 'Say', result, from: 'run' as const, durationMs: 1 };
    store.put('a', { id: 'r', parent: '0', at: 0, role: 'results', results: [outcome] });
    expect(ids('needle')).toEqual(['a']);
    expect(store.remove('a')).toBe(true);
    expect([ids('needle'), ids('hello'), ids()]).toEqual([[], [], []]);
    expect([store.nodes('a'), store.head('a'), store.remove('a')]).toEqual([[], undefined, false]);
    begin('b', 'again');
    expect([ids('needle'), store.nodes('b').length]).toEqual([[], 1]);
  });
});

test('a plan that waits for the person is listed as one, until it is discarded or answered', () => {
  const waits = () => store.list({ limit: 1 }).conversations.map(({ planWaits }) => planWaits);
  const plan: ConversationNode = {
    ...{ id: 'p', parent: '0', at: 0, role: 'answer', by: 'local:m', whole: true },
    ...{ source: 'live', durationMs: 1, parts: [{ type: 'text', text: 'First this' }] },
  };
  begin('a', 'Plan it');
  store.put('a', plan);
  expect(waits()).toEqual([undefined]);
  store.change('a', { setup: { ...setup, mode: 'plan' } });
  expect(waits()).toEqual([true]);
  store.put('a', { ...plan, discarded: true });
  expect(waits()).toEqual([undefined]);
  store.put('a', { ...plan, id: 'q' });
  expect(waits()).toEqual([true]);
  store.put('a', user('r', 'q', 'Do it'));
  expect(waits()).toEqual([undefined]);
});

test('a message without a conversation is not written', () => {
  expect(store.put('nobody', user('0', null, 'x'))).toBe(false);
  expect(store.change('nobody', { title: 'x' })).toBe(false);
});

test('a damaged message or setup does not hide the rest', async () => {
  const database = await openDatabase(':memory:');
  store = new ConversationStore(database);
  begin('a', 'one', 'two');
  database.run("UPDATE conversation_nodes SET node = '{broken' WHERE id = '0'");
  database.run("UPDATE conversations SET setup = '[]'");
  expect(store.nodes('a').map(({ id }) => id)).toEqual(['1']);
  expect(store.head('a')?.setup).toEqual(setup);
  // Nobody can go on from what is lost, but from what is left.
  expect(store.path('a', '1')?.map(({ id }) => id)).toEqual(['1']);
});

test('a damaged file is set aside and replaced by a new one', async () => {
  file += 1;
  const database = await openDatabase(path());
  let isDamaged = false;
  const all: typeof database.all = (...given) => {
    if (isDamaged) throw new Error('database disk image is malformed');
    return database.all(...given);
  };
  const beginAnew = (aside: string) => {
    isDamaged = false;
    database.beginAnew(aside);
  };
  const asides: string[] = [];
  const aside = () => {
    asides.push(`${path()}.aside`);
    return `${path()}.aside`;
  };
  store = new ConversationStore({ ...database, all, beginAnew }, aside);
  begin('a', 'one');
  isDamaged = true;
  expect(store.put('a', user('more', null, 'x'))).toBe(false);
  expect(asides).toHaveLength(1);
  begin('b', 'goes on');
  expect(ids()).toEqual(['b']);
  expect(existsSync(`${path()}.aside`)).toBe(true);
});

test('a long conversation is read completely, and by its path', () => {
  store.begin({
    ...{ id: 'a', setup },
    nodes: Array.from({ length: 1_000 }, (_, at) =>
      user(`${at}`, at === 0 ? null : `${at - 1}`, `${at}`),
    ),
  });
  expect(store.path('a', '999')).toHaveLength(1_000);
  expect(store.nodes('a')).toHaveLength(1_000);
});
