import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { call, finish, openScene, scripted, text, tool } from './fixtures/talk-scene.ts';

const workspace = mkdtempSync(join(tmpdir(), 'lathe-mocks-'));
afterAll(() => rmSync(workspace, { recursive: true }));

const samples = [
  { name: 'one', arguments: { n: 1 }, expect: { llmContent: 'sampled', displayContent: 'shown' } },
  { name: 'bad', arguments: { n: 2 }, expect: { success: false, llmContent: 'sampled badly' } },
  { name: 'bare', arguments: { n: 3 } },
  { name: 'valued', arguments: { n: 5 }, expect: { value: { of: [5] } } },
  { name: 'others', tool: 'Other', arguments: { n: 4 }, expect: { llmContent: 'of another' } },
];
let scene: Awaited<ReturnType<typeof openScene>>;
beforeEach(async () => {
  scene = await openScene(nodeDisk, workspace, [tool('Other')]);
  scene.put(tool('Say'), 'h', { read: { samples } });
});

/** What comes of one call. */
async function outcomeOf(setup: Record<string, unknown>, args: unknown, name = 'Say') {
  const model = scripted([call('a', name, args), finish], [text('Done'), finish]);
  const { outcomes } = await scene.talk(model, { setup });
  return outcomes[0];
}
const ran = () => scene.history.list({ limit: 1 }).total;

const rule = (when: object, llmContent: string, more: object = {}) => ({
  when,
  llmContent,
  ...more,
});
const rules = (...all: object[]) => ({ mocks: { Say: { kind: 'rule', rules: all } } });
const NONE = 'Error: The mock of "Say" has no answer to these arguments.';

test.each<[string, Record<string, unknown>, unknown, string, string]>([
  [
    'a sample of the same arguments',
    { mocks: { Say: { kind: 'sample' } } },
    { n: 1 },
    'sample',
    'sampled',
  ],
  [
    'a sample by name',
    { mocks: { Say: { kind: 'sample', sample: 'bad' } } },
    { n: 9 },
    'sample',
    'sampled badly',
  ],
  [
    'a sample that expects a value',
    { mocks: { Say: { kind: 'sample' } } },
    { n: 5 },
    'sample',
    JSON.stringify({ of: [5] }, null, 2),
  ],
  [
    'a sample that expects nothing',
    { mocks: { Say: { kind: 'sample', sample: 'bare' } } },
    { n: 3 },
    'refused',
    NONE,
  ],
  [
    'no sample of these arguments',
    { mocks: { Say: { kind: 'sample' } } },
    { n: 9 },
    'refused',
    NONE,
  ],
  ["another tool's sample", { mocks: { Say: { kind: 'sample' } } }, { n: 4 }, 'refused', NONE],
  ['a rule that fits all', rules(rule({}, 'ruled')), { n: 1 }, 'rule', 'ruled'],
  [
    'the first rule that fits',
    rules(rule({ n: 2 }, 'no'), rule({ n: 1 }, 'yes'), rule({}, 'all')),
    { n: 1 },
    'rule',
    'yes',
  ],
  [
    'a rule inside an object',
    rules(rule({ a: { b: [1] } }, 'in')),
    { a: { c: 2, b: [1] } },
    'rule',
    'in',
  ],
  [
    'an exact number',
    rules(rule({ n: 9007199254740993 }, 'near')),
    '{"n": 9007199254740993}',
    'refused',
    NONE,
  ],
  ['no rule that fits', rules(rule({ n: 2 }, 'no')), { n: 1 }, 'refused', NONE],
  ['no run before', { mocks: { Say: { kind: 'last' } } }, { n: 1 }, 'refused', NONE],
  [
    'no mock where only mocks answer',
    { mocksOnly: true },
    { n: 1 },
    'refused',
    'Error: "Say" has no mock, and only mocks answer here.',
  ],
])('%s', async (_, setup, args, from, said) => {
  const outcome = await outcomeOf(setup, args);
  expect([outcome?.from, outcome?.result.llmContent]).toEqual([from, said]);
  expect(ran()).toBe(0);
});

test('a mock sets the success and the content for the person', async () => {
  const failing = await outcomeOf(
    rules(rule({}, 'no', { success: false, displayContent: 'No!' })),
    { n: 1 },
  );
  expect(failing?.result).toMatchObject({
    success: false,
    llmContent: 'no',
    displayContent: 'No!',
  });
});

test('a mock repeats the last result for the same arguments only', async () => {
  await outcomeOf({}, { n: 1 });
  await outcomeOf({}, { n: 2 });
  await outcomeOf({}, { n: 1 }, 'Other');
  const setup = { mocks: { Say: { kind: 'last' } } };
  expect(await outcomeOf(setup, { n: 1 })).toMatchObject({
    from: 'last',
    result: { llmContent: 'Say 1' },
  });
  expect((await outcomeOf(setup, { n: 3 }))?.from).toBe('refused');
  expect(ran()).toBe(3);
});

describe('results of another conversation', () => {
  const exact = '{"n": 1, "big": 9007199254740993}';
  const record = async () => {
    let n = 0;
    const counts = tool('Say', {}, async () => `said ${(n += 1)}`);
    scene.put(counts, 'h');
    const model = scripted(
      [call('a', 'Say', { n: 1 }), call('b', 'Say', exact), finish],
      [call('c', 'Say', { n: 1 }), finish],
      [finish],
    );
    return (await scene.talk(model)).id;
  };
  const replay = async (setup: Record<string, unknown>, ...args: unknown[]) => {
    const calls = args.map((one, at) => call(`${at}`, 'Say', one));
    const { outcomes } = await scene.talk(scripted([...calls, finish], [finish]), { setup });
    return outcomes.map(({ from, result, stale }) => [from, result.llmContent, stale]);
  };

  test('answer the same calls, in the recorded order', async () => {
    const frozenTools = await record();
    const before = ran();
    expect(await replay({ frozenTools }, { n: 1 }, { n: 1 }, { n: 1 })).toEqual([
      ...[
        ['recorded', 'said 1', undefined],
        ['recorded', 'said 2', undefined],
      ],
      ['recorded', 'said 2', undefined],
    ]);
    expect(ran()).toBe(before);
  });

  test('all digits of numbers count, and the order of members does not', async () => {
    const frozenTools = await record();
    const near = '{"n": 1, "big": 9007199254740992}';
    const turned = '{"big": 9007199254740993, "n": 1}';
    const told = await replay({ frozenTools, mocksOnly: true }, turned, near);
    expect(told.map(([from]) => from)).toEqual(['recorded', 'refused']);
  });

  test('a call without a recorded result is refused, and the tool does not run', async () => {
    const frozenTools = await record();
    const before = ran();
    const [told] = await replay({ frozenTools }, { n: 5 });
    expect(told).toEqual(['refused', expect.stringContaining('none was recorded'), undefined]);
    expect(ran()).toBe(before);
  });

  test.each([
    [false, ['recorded', 'said 1', true]],
    [true, ['run', 'new 1', undefined]],
  ])('the tool changed, and stale results run again: %s', async (rerunStale, row) => {
    const frozenTools = await record();
    scene.put(
      tool('Say', {}, async ({ n }) => `new ${n}`),
      'h2',
    );
    expect(await replay({ frozenTools, rerunStale }, { n: 1 })).toEqual([row]);
  });
});
